import { Parser } from 'htmlparser2'

import { escapeHtml } from './import-text.ts'

/**
 * Makes the paragraphs that WordPress makes when it shows text of the classic editor: a blank line separates paragraphs, a line break stays one, blocks
 * and preformatted text stay as they are. An address that is a paragraph of its own becomes a link.
 */
export function autoParagraphs(source: string): string {
  const out = new Paragraphs()
  let rawFrom: { name: string; start: number } | null = null
  let read = 0
  const take = () => {
    read = parser.endIndex + 1
    return source.slice(parser.startIndex, read)
  }
  const parser = new Parser({
    onopentag(name, _attributes, isImplied) {
      if (rawFrom || isImplied) return
      const tag = take()
      if (raw.has(name)) rawFrom = { name, start: parser.startIndex }
      else if (blocks.has(name)) out.openBlock(name, tag)
      else out.openInline(name, tag)
    },
    ontext() {
      if (!rawFrom) out.text(take())
    },
    oncomment() {
      if (!rawFrom) out.mark(take())
    },
    onclosetag(name, isImplied) {
      if (rawFrom) {
        if (name !== rawFrom.name) return
        read = isImplied ? parser.startIndex : parser.endIndex + 1
        out.raw(source.slice(rawFrom.start, read))
        rawFrom = null
      } else if (blocks.has(name)) {
        out.closeBlock(name, isImplied ? '' : take())
      } else {
        out.closeInline(name, isImplied ? `</${name}>` : take())
      }
    },
  })
  parser.end(source)
  // A tag that never ends is not a tag: the parser does not report it.
  out.text(escapeHtml(source.slice(read)))
  return out.end()
}

/** Collects runs of text and inline elements and wraps them when a block begins or ends. */
class Paragraphs {
  #html = ''
  #blocks: string[] = []
  #run: string[] = ['']
  #inline: string[] = []
  #hasContent = false

  text(text: string): void {
    if (text.trim() !== '') this.#hasContent = true
    const short = text.replace(/[ \t]{2,}/g, (blanks) => (blanks.length > 20 ? ' ' : blanks))
    const parts = this.#inline.length === 0 ? short.split(/\n[ \t]*\n\s*/) : [short]
    for (const [i, part] of parts.entries()) {
      if (i > 0) this.#run.push('')
      this.#append(breaking.has(this.#parent) ? part.replace(/[ \t]*\n[ \t]*/g, '<br>\n') : part)
    }
  }

  mark(text: string): void {
    this.#append(text)
  }

  openInline(name: string, tag: string): void {
    this.#hasContent ||= shown.has(name)
    if (!voids.has(name)) this.#inline.push(name)
    this.#append(tag)
  }

  closeInline(name: string, tag: string): void {
    const at = this.#inline.lastIndexOf(name)
    if (at === -1) return
    this.#inline.splice(at, 1)
    this.#append(tag)
  }

  openBlock(name: string, tag: string): void {
    this.#flush()
    this.#html += tag
    if (name !== 'hr') this.#blocks.push(name)
  }

  closeBlock(name: string, tag: string): void {
    this.#flush()
    this.#html += tag
    const at = this.#blocks.lastIndexOf(name)
    if (at !== -1) this.#blocks.length = at
  }

  raw(html: string): void {
    this.#flush()
    this.#html += `${html}\n`
  }

  end(): string {
    this.#flush()
    return this.#html
  }

  get #parent(): string {
    return this.#blocks.at(-1) ?? 'body'
  }

  #append(text: string): void {
    this.#run.push((this.#run.pop() ?? '') + text)
  }

  #flush(): void {
    const paragraphs = this.#run.map((run) => trimmed(run.replace(doubledBreak, '<br>\n'))).filter((run) => run !== '')
    const isWrapped =
      containers.has(this.#parent) || (paragraphs.length > 1 && breaking.has(this.#parent) && this.#parent !== 'p')
    if (this.#hasContent && isWrapped && this.#inline.length === 0) {
      this.#html += paragraphs.map((run) => `<p>${addressAsLink(run)}</p>\n`).join('')
    } else if (this.#parent === 'p') {
      this.#html += paragraphs.map(addressAsLink).join('</p>\n<p>')
    } else {
      this.#html += breaking.has(this.#parent) ? paragraphs.join('\n') : this.#run.join('\n\n')
    }
    if (paragraphs.length === 0 && breaking.has(this.#parent) && this.#run.join('\n').includes('\n')) this.#html += '\n'
    this.#run = ['']
    this.#hasContent = false
  }
}

/** Without spaces and breaks at both ends. */
function trimmed(run: string): string {
  let text = run.replace(/^(?:\s|<br>\n)+/, '').trimEnd()
  while (text.endsWith('<br>')) text = text.slice(0, -4).trimEnd()
  return text
}

function addressAsLink(run: string): string {
  if (!/^https?:\/\/[^\s<>"]+$/.test(run)) return run
  return `<a href="${escapeHtml(run.replaceAll('&amp;', '&'))}">${run}</a>`
}

const raw = new Set(['pre', 'script', 'style', 'textarea', 'svg'])
const shown = new Set(['img', 'iframe', 'video', 'audio', 'object', 'embed'])
const voids = new Set(['area', 'br', 'col', 'embed', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'])
const containers = new Set([
  'body',
  'div',
  'blockquote',
  'section',
  'article',
  'aside',
  'main',
  'header',
  'footer',
  'form',
  'details',
  'center',
])
const breaking = new Set([...containers, 'p', 'li', 'td', 'th', 'dd', 'dt', 'figcaption', 'address'])
const blocks = new Set([
  ...breaking,
  'caption',
  'colgroup',
  'dl',
  'fieldset',
  'figure',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'legend',
  'nav',
  'ol',
  'summary',
  'table',
  'tbody',
  'tfoot',
  'thead',
  'tr',
  'ul',
])
blocks.delete('body')

const doubledBreak = /<br\s*\/?>\s*<br>\n/gi
