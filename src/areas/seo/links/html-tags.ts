import type { Range } from './link-map.ts'

/** A tag as it is written; `href` is the place of the address within its quotes. */
export type Tag = Range & { name: string; closes: boolean; href: Range | undefined }

/** Elements whose content is not HTML, or that are dropped with everything in them. */
export const rawElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'template',
  'svg',
  'math',
])

/** The tag that begins at a `<`, undefined where none does. */
export function tagAt(source: string, start: number): Tag | undefined {
  const head = /<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])/iy
  head.lastIndex = start
  const found = head.exec(source)
  const end = found === null ? -1 : tagEnd(source, head.lastIndex)
  if (found === null || end === -1) return undefined
  const [whole, slash = '', name = ''] = found
  const tag = { start, end, name: name.toLowerCase(), closes: slash === '/' }
  return { ...tag, href: tag.name === 'a' && !tag.closes ? hrefIn(source, start + whole.length, end) : undefined }
}

/** Where the content of a raw element ends: at its closing tag, else at the end of the text. */
export function rawEnd(source: string, { name, end }: Tag): number {
  const closing = new RegExp(`</${name}(?=[\\s/>]|$)`, 'gi')
  closing.lastIndex = end
  return closing.exec(source)?.index ?? source.length
}

/** The end of a comment that begins at `<!--`; undefined where it is never closed. */
export function commentEnd(source: string, start: number): number | undefined {
  const end = source.indexOf('-->', start + 4)
  return end === -1 ? undefined : end + 3
}

function tagEnd(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    const character = source[at]
    if (character === '>') return at + 1
    if (character === '<') return -1
    if (character !== '"' && character !== "'") continue
    at = source.indexOf(character, at + 1)
    if (at === -1) return -1
  }
  return -1
}

function hrefIn(source: string, from: number, end: number): Range | undefined {
  const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/dgi
  for (const { indices, 1: name = '' } of source.slice(from, end).matchAll(attribute)) {
    if (name.toLowerCase() !== 'href') continue
    const place = indices?.[2] ?? indices?.[3] ?? indices?.[4]
    return place === undefined ? undefined : { start: from + place[0], end: from + place[1] }
  }
  return undefined
}
