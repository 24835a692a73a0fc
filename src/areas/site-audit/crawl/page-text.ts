import { createHash } from 'node:crypto'

import { countWords } from '#std/page.ts'

import { findAll, type PageElement, type PageNode } from './page-tree.ts'

/** The words that a page is about: those of `main`, else of the only `article`, else of the body. */
export function textOfPage(root: PageElement): { text: string; headings: number[] } {
  const articles = findAll(root, 'article')
  const [only] = articles
  const scope =
    findAll(root, 'main')[0] ?? (articles.length === 1 ? only : undefined) ?? findAll(root, 'body')[0] ?? root
  return readableText(scope)
}

/** The running text of an element: one line for each block. */
export function readableText(scope: PageElement): { text: string; headings: number[] } {
  const parts: string[] = []
  const headings: number[] = []
  function walk(node: PageNode, isInArticle: boolean): void {
    if (typeof node === 'string') return void parts.push(node.replace(/\s+/gu, ' '))
    const { name, attributes } = node
    if (unread.has(name) || 'hidden' in attributes) return
    if ((name === 'header' || name === 'footer') && !isInArticle) return
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level !== undefined) headings.push(Number(level))
    const isLine = lines.has(name)
    if (isLine) parts.push('\n')
    for (const child of node.children) walk(child, isInArticle || name === 'article')
    if (isLine) parts.push('\n')
  }
  for (const child of scope.children) walk(child, scope.name === 'article')
  const text = parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
  return { text, headings }
}

/** The text of an element with the alternative texts of its images; of a large one its beginning, however often it is asked for. */
export function textWith(element: PageElement): string {
  const parts: string[] = []
  let characters = 0
  let nodes = 0
  const waiting: PageNode[] = [element]
  for (let node = waiting.pop(); node !== undefined && characters < mostCharacters; node = waiting.pop()) {
    if (++nodes > mostNodes) break
    const text = typeof node === 'string' ? node.slice(0, mostCharacters) : ''
    parts.push(text)
    characters += text.length
    if (typeof node === 'string' || unspoken.has(node.name)) continue
    if (node.name === 'img') parts.push(` ${node.attributes['alt'] ?? ''} `)
    const isLine = lines.has(node.name)
    if (isLine) parts.push(' ')
    if (isLine) waiting.push(' ')
    for (let at = Math.min(node.children.length, mostNodes) - 1; at >= 0; at--) {
      const child = node.children[at]
      if (child !== undefined) waiting.push(child)
    }
  }
  return parts.join('')
}

const unspoken = new Set(['script', 'style', 'template'])

/** Characters whose words are counted at once. */
const piece = 20_000
const longestWord = 1000

/** Counts the words of a text in slices. */
export function* countingWords(text: string, locale: string): Generator<void, number> {
  let words = 0
  for (let at = 0, end = 0; at < text.length; at = end) {
    const blank = /\s/.exec(text.slice(at + piece, at + piece + longestWord))
    end = Math.min(text.length, at + piece + (blank?.index ?? longestWord))
    words += countWords(text.slice(at, end), locale)
    yield
  }
  return words
}

/** What two texts are compared by: NFC, lower case, white space collapsed. */
export function comparedText(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** What pages with the same text have in common. */
export function hashOf(text: string): string {
  return createHash('sha256').update(comparedText(text)).digest('hex')
}

/** A text with its white space collapsed. */
export const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()

const mostCharacters = 4000
const mostNodes = 4000

const unread = new Set('nav aside script style template noscript svg pre code figcaption head title'.split(' '))
const lines = new Set(
  'address article aside blockquote body br caption center dd details dialog div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol option p section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
