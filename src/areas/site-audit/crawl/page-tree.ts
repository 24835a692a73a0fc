import { Parser } from 'htmlparser2'

import type { Parts } from '#std/parts.ts'

export type PageElement = { name: string; attributes: Readonly<Record<string, string>>; children: PageNode[] }
export type PageNode = PageElement | string

const maxLevels = 1000
const maxTags = 100_000
const pieceLength = 16_384

/** A page as a tree, in parts. Linear in its length: after 1,000 levels or 100,000 tags the rest is not read. */
export function* readingTree(html: string): Parts<PageElement> {
  const root: PageElement = { name: '#root', attributes: {}, children: [] }
  const open = [root]
  let tags = 0
  const limit = { isMet: false }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        limit.isMet ||= ++tags > maxTags || open.length > maxLevels
        if (limit.isMet) return
        const element: PageElement = { name, attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      ontext(text) {
        if (!limit.isMet) open.at(-1)?.children.push(text)
      },
      onclosetag() {
        if (!limit.isMet && open.length > 1) open.pop()
      },
    },
    { decodeEntities: true },
  )
  for (let at = 0; at < html.length && !limit.isMet; at += pieceLength) {
    parser.write(html.slice(at, at + pieceLength))
    yield
  }
  if (!limit.isMet) parser.end()
  return root
}

/** The elements of a name, in their order; what a template has is none of the page. */
export function findAll(root: PageElement, name: string): PageElement[] {
  const found: PageElement[] = []
  const waiting: PageElement[] = [root]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.name === 'template') continue
    if (next.name === name) found.push(next)
    for (let at = next.children.length - 1; at >= 0; at--) {
      const child = next.children[at]
      if (child !== undefined && typeof child !== 'string') waiting.push(child)
    }
  }
  return found
}
