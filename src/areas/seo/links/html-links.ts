import { commentEnd, rawElements, rawEnd, type Tag, tagAt } from './html-tags.ts'
import type { LinkMap, Range } from './link-map.ts'

/** Elements whose text is not running text: code, headings, links. */
const closedToText: ReadonlySet<string> = new Set([
  'a',
  'code',
  'pre',
  'kbd',
  'samp',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])

/** The links of an HTML body, in one pass over its tags. */
export function htmlLinks(source: string): LinkMap {
  const found = elements(source)
  const links: LinkMap['links'] = []
  const taken: Range[] = []
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', at)) {
    if (source.startsWith('<!--', at)) {
      const end = commentEnd(source, at) ?? source.length
      taken.push({ start: at, end })
      at = end
      continue
    }
    const tag = tagAt(source, at)
    if (tag === undefined) {
      at++
      continue
    }
    const end = !tag.closes && rawElements.has(tag.name) ? rawEnd(source, tag) : tag.end
    taken.push({ start: at, end })
    found.see(tag, links)
    at = end
  }
  return { links, taken: [...taken, ...found.end()].toSorted((a, b) => a.start - b.start) }
}

/** Follows which elements are open: those that are closed to text, and the links among them. */
export function elements(source: string): { see(tag: Tag, links: LinkMap['links']): void; end(): Range[] } {
  const open = new Map<string, number>()
  const ranges: Range[] = []
  let link: LinkMap['links'][number] | undefined
  return {
    see(tag, links) {
      const { name, closes, start, end, href } = tag
      if (!closedToText.has(name)) return
      const began = open.get(name)
      if (closes && began !== undefined) {
        ranges.push({ start: began, end })
        open.delete(name)
      } else if (!closes && began === undefined) open.set(name, start)
      if (name !== 'a') return
      if (closes) {
        if (link !== undefined) link.whole = { start: link.whole.start, end }
        link = undefined
      } else if (href !== undefined) {
        link = { ...href, syntax: 'html', whole: { start, end } }
        links.push(link)
      }
    },
    end: () => [...ranges, ...Array.from(open.values(), (start) => ({ start, end: source.length }))],
  }
}
