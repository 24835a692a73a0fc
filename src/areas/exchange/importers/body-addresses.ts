import type { Edit } from '#std/text-edits.ts'

/**
 * An address as it is written in a body; `text` is the address itself. Its new form is written as its syntax wants it: within
 * quotes, without any (`bare`), or as a whole attribute `src` where there is none (`attribute`).
 */
export type Address = Edit & {
  use: 'link' | 'image'
  syntax: 'markdown' | 'html' | 'bare' | 'attribute'
  alt: string
  /** What names the image in other sizes, and goes when it gets another address. */
  sizes: Edit[]
}

/** The destinations of `[text](address)`, `![text](address)` and `[label]: address`. */
export function linkAddresses(source: string): Address[] {
  const found: Address[] = []
  const open: { isImage: boolean; at: number; end: number }[] = []
  for (const token of source.matchAll(/\\[^\n]|\n[ \t]*\n|!?\[|\][(:]?/g)) {
    const [text] = token
    const end = token.index + text.length
    if (text.startsWith('\n')) open.length = 0
    else if (text.endsWith('[')) open.push({ isImage: text.startsWith('!'), at: token.index, end })
    else if (text.startsWith(']')) {
      const opener = open.pop()
      if (!opener || text === ']') continue
      const isDefinition = text === ']:'
      if (isDefinition && !/(?:^|\n)[ \t>]{0,20}$/.test(source.slice(Math.max(0, opener.at - 21), opener.at))) continue
      const place = destinationAt(source, end, isDefinition)
      if (!place || (isDefinition && source.startsWith('[^', opener.at))) continue
      const isImage = opener.isImage || (isDefinition && /\.(png|jpe?g|gif|svg|webp|avif)$/i.test(place.text))
      const alt = opener.isImage ? source.slice(opener.end, token.index) : ''
      found.push({ ...place, use: isImage ? 'image' : 'link', syntax: 'markdown', alt, sizes: [] })
    }
  }
  return found
}

function destinationAt(source: string, at: number, isDefinition: boolean): Edit | null {
  destination.lastIndex = at
  const match = destination.exec(source)
  if (!match) return null
  const [whole, pointed, bare] = match
  const written = pointed === undefined ? (bare ?? '') : `<${pointed}>`
  const end = at + whole.length
  closing.lastIndex = end
  if (!isDefinition && !closing.test(source)) return null
  return {
    start: end - written.length,
    end,
    text: (pointed ?? written).replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&'),
  }
}

const destination = /\s*(?:<([^<>\n]*)>|([^\s<>()]+(?:\([^\s()]*\)[^\s()]*)*))/y
const closing = /\s*(?:"[^"]{0,1000}"|'[^']{0,1000}'|\([^()]{0,1000}\))?\s*\)/y

const tagForm = /<(img|a)(?=[\s/])((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
const attributeForm = /\s([a-z][\w-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/gi

/** The addresses of `<a href>`, `<img src>`, and `<img srcset>` where there is no `src`. */
export function htmlAddresses(source: string): Address[] {
  return Array.from(source.matchAll(tagForm)).flatMap((tag): Address[] => {
    const [, name = '', inner = ''] = tag
    const attributes = attributesOf(inner, tag.index + 1 + name.length)
    const isImage = name.toLowerCase() === 'img'
    const main = attributes.get(isImage ? 'src' : 'href')
    const set = isImage ? attributes.get('srcset') : undefined
    const alt = attributes.get('alt')?.value ?? ''
    const use = isImage ? 'image' : 'link'
    const sizes = isImage ? ['srcset', 'sizes'].flatMap((other) => withoutText(attributes.get(other))) : []
    if (main !== undefined && main.value !== '') {
      const { valueStart: start, valueEnd: end, isQuoted } = main
      return [{ start, end, text: main.value, use, syntax: isQuoted ? 'html' : 'bare', alt, sizes }]
    }
    const largest = set === undefined ? undefined : largestOf(set.value)
    if (set === undefined || largest === undefined) return []
    const others = withoutText(attributes.get('sizes'))
    return [{ start: set.start, end: set.end, text: largest, use, syntax: 'attribute', alt, sizes: others }]
  })
}

type Attribute = { start: number; end: number; value: string; valueStart: number; valueEnd: number; isQuoted: boolean }

function attributesOf(inner: string, at: number): Map<string, Attribute> {
  const found = new Map<string, Attribute>()
  for (const match of inner.matchAll(attributeForm)) {
    const [whole, name = '', written = ''] = match
    const isQuoted = /^["']/.test(written)
    const start = at + match.index
    const end = start + whole.length
    const quote = isQuoted ? 1 : 0
    const [valueStart, valueEnd] = [end - written.length + quote, end - quote]
    const value = decoded(written.slice(quote, written.length - quote)).trim()
    if (!found.has(name.toLowerCase()))
      found.set(name.toLowerCase(), { start, end, value, valueStart, valueEnd, isQuoted })
  }
  return found
}

function withoutText(attribute: Attribute | undefined): Edit[] {
  return attribute === undefined ? [] : [{ start: attribute.start, end: attribute.end, text: '' }]
}

/** The address of the largest size of a `srcset`; of several without a size, the first. */
function largestOf(set: string): string | undefined {
  const sizes = [...set.matchAll(/(\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g)].map(([, address = '', size = '1']) => ({
    address,
    size: Number(size),
  }))
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.address
}

function decoded(text: string): string {
  return text
    .replace(/&(?:amp|#0?38|#x26);/gi, '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
}
