import { Parser } from 'htmlparser2'

import { Refusal } from '#kernel/errors.ts'
import { markedUtf16 } from '#std/decode-text.ts'

import type { OpenBytes } from './source-bytes.ts'

/** What a WordPress export contains, in the order of the file and still in WordPress's words. Texts are not trimmed. */
export type WxrEntry =
  | { kind: 'site'; baseUrl: string }
  | { kind: 'author'; fields: Fields }
  | { kind: 'term'; fields: Fields; element: 'wp:category' | 'wp:tag' | 'wp:term' }
  | {
      kind: 'item'
      number: number
      fields: Fields
      terms: WxrTerm[]
      meta: [key: string, value: string][]
      comments: number
      isTooLarge: boolean
    }
  | { kind: 'cut-off'; number: number; title: string }

export type Fields = Map<string, string>
export type WxrTerm = { domain: string; nicename: string; name: string }

/**
 * Reads an export file (WXR 1.0 to 1.2) as a stream, one entry at a time. A file that ends early yields `cut-off` last, with the entry in which it ends.
 * Throws `validation_failed` for a file that is not WXR, or not in the encoding that it declares.
 */
export async function* wxrEntries(open: OpenBytes): AsyncGenerator<WxrEntry> {
  const reader = new WxrReader()
  let decoder: Decoder | undefined
  for await (const chunk of open()) {
    decoder ??= decoderFor(chunk)
    reader.write(decode(decoder, chunk))
    yield* reader.take()
  }
  reader.end(decoder ? decode(decoder) : '')
  yield* reader.take()
}

const maxField = 4_000_000
const maxPending = 16_000_000

/** Contains the parser and the one open entry; memory is bounded by the largest entry, and that by `maxPending`. */
class WxrReader {
  readonly #parser: Parser
  readonly #path: string[] = []
  #ready: WxrEntry[] = []
  #item: Extract<WxrEntry, { kind: 'item' }> | null = null
  #fields: Fields | null = null
  #text: string | null = null
  #attributes: Record<string, string> = {}
  #metaKey = ''
  #items = 0
  #fed = 0
  #isWxr = false
  #isComplete = false

  constructor() {
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        ontext: (text) => this.#addText(text),
        onclosetag: (name, isImplied) => this.#close(name, isImplied),
      },
      { xmlMode: true, decodeEntities: true },
    )
  }

  write(text: string): void {
    this.#fed += text.length
    this.#parser.write(text)
    if (this.#fed - this.#parser.endIndex > maxPending)
      throw refuse('an entry of more than 16 MB, or a section that is never closed')
    if (!this.#isWxr && this.#fed > 1_000_000) throw refuse('no WordPress export in its first megabyte')
  }

  end(rest: string): void {
    this.write(rest)
    this.#parser.end()
    if (!this.#isWxr) throw refuse('no WordPress export: it has no "wp:" elements in an RSS channel')
    if (this.#isComplete) return
    this.#ready.push({ kind: 'cut-off', number: this.#items, title: this.#item?.fields.get('title') ?? '' })
  }

  take(): WxrEntry[] {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  #open(name: string, attributes: Record<string, string>): void {
    const path = this.#path
    path.push(name)
    if (path.length > 100) throw refuse('elements nested deeper than 100 levels')
    if (path[0] !== 'rss' || path[1] !== 'channel') return
    if (name.startsWith('wp:')) this.#isWxr = true

    if (path.length === 3) {
      this.#fields = new Map()
      if (name === 'item') {
        this.#item = {
          kind: 'item',
          number: ++this.#items,
          fields: this.#fields,
          terms: [],
          meta: [],
          comments: 0,
          isTooLarge: false,
        }
      }
      this.#text = name === 'wp:base_blog_url' || name === 'link' ? '' : null
    } else if (path.length === 4) {
      if (name === 'wp:comment' && this.#item) this.#item.comments++
      this.#attributes = attributes
      this.#text = ''
    } else {
      this.#text =
        path.length === 5 && (name === 'wp:meta_key' || name === 'wp:meta_value') && path[3] === 'wp:postmeta'
          ? ''
          : null
    }
  }

  #addText(text: string): void {
    if (this.#text === null) return
    if (this.#text.length + text.length <= maxField) this.#text += text
    else if (this.#item) this.#item.isTooLarge = true
  }

  #close(name: string, isImplied: boolean): void {
    const path = this.#path
    const text = this.#text ?? ''
    this.#text = null
    // The end of the file closes what is open: an entry that it cuts off does not count.
    if (!isImplied) this.#keep(name, text, path.length)
    path.pop()
  }

  #keep(name: string, text: string, depth: number): void {
    if (depth === 1 && name === 'rss') this.#isComplete = true
    if (depth === 5 && name === 'wp:meta_key') this.#metaKey = text
    if (depth === 5 && name === 'wp:meta_value') this.#item?.meta.push([this.#metaKey, text])
    if (depth === 4) this.#keepField(name, text)
    if (depth === 3) this.#finish(name, text)
  }

  #keepField(name: string, text: string): void {
    if (name === 'category' && this.#item) {
      this.#item.terms.push({
        domain: this.#attributes['domain'] ?? '',
        nicename: this.#attributes['nicename'] ?? '',
        name: text,
      })
    } else if (name !== 'wp:postmeta' && name !== 'wp:comment') {
      this.#fields?.set(name, text)
    }
  }

  #finish(name: string, text: string): void {
    const fields = this.#fields ?? new Map()
    if (name === 'wp:base_blog_url' || name === 'link') this.#ready.push({ kind: 'site', baseUrl: text.trim() })
    if (name === 'wp:author') this.#ready.push({ kind: 'author', fields })
    if (name === 'wp:category' || name === 'wp:tag' || name === 'wp:term')
      this.#ready.push({ kind: 'term', fields, element: name })
    if (this.#item) this.#ready.push(this.#item)
    this.#item = null
    this.#fields = null
  }
}

type Decoder = InstanceType<typeof TextDecoder>

function decoderFor(head: Buffer): Decoder {
  const label =
    markedUtf16(head) ??
    /^[^<]{0,3}<\?xml[^>]*?encoding=["']([\w.:-]+)["']/.exec(head.toString('latin1', 0, 200))?.[1] ??
    'utf-8'
  try {
    return new TextDecoder(label, { fatal: true })
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw refuse(`an unknown encoding: ${label}`)
  }
}

function decode(decoder: Decoder, chunk?: Buffer): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw refuse(`bytes that are not ${decoder.encoding.toUpperCase()}`)
  }
}

function refuse(what: string): Refusal {
  return new Refusal('validation_failed', `The file has ${what}. Export it again with Tools > Export in WordPress`)
}
