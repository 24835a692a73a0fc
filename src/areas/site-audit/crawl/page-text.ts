import { createHash } from 'node:crypto'

import { countWords } from '#std/page.ts'
import type { Parts } from '#std/parts.ts'
import { oneLine } from '#std/text.ts'

import { findAll, type PageElement, type PageNode } from './page-tree.ts'

type PageText = { text: string; headings: number[] }

/** The words that a page is about, in parts: those of `main`, else of the only `article`, else of the body. */
export function* readingTextOfPage(root: PageElement): Parts<PageText> {
  const [main] = findAll(root, 'main')
  yield
  const articles = findAll(root, 'article')
  yield
  const [only] = articles
  const scope = main ?? (articles.length === 1 ? only : undefined) ?? findAll(root, 'body')[0] ?? root
  return yield* readingText(scope)
}

type Place = { node: PageNode; isInArticle: boolean }
/** Nodes of a tree that are looked at between two turns of others. */
export const partNodes = 50

/** The running text of an element: one line for each block. */
export function* readingText(scope: PageElement): Parts<PageText> {
  const headings: number[] = []
  const { add, end, lines } = lineWriter()
  // Between its children and what follows, a block ends its line.
  const waiting: (Place | 'line')[] = []
  const enter = ({ children }: PageElement, isInArticle: boolean) => {
    for (let at = children.length - 1; at >= 0; at--) {
      const node = children[at]
      if (node !== undefined) waiting.push({ node, isInArticle })
    }
  }
  enter(scope, scope.name === 'article')
  let seen = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (++seen % partNodes === 0) yield
    if (next === 'line') {
      end()
      continue
    }
    const { node, isInArticle } = next
    if (typeof node === 'string') {
      add(node)
      continue
    }
    const { name, attributes } = node
    if (unread.has(name) || 'hidden' in attributes) continue
    if ((name === 'header' || name === 'footer') && !isInArticle) continue
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level !== undefined) headings.push(Number(level))
    if (linesOf.has(name)) {
      end()
      waiting.push('line')
    }
    enter(node, isInArticle || name === 'article')
  }
  end()
  return { text: lines.join('\n'), headings }
}

/** Lines without white space at their ends, any run of it being one blank; none is empty. */
function lineWriter() {
  const lines: string[] = []
  let pieces: string[] = []
  let isAfterBlank = true
  return {
    lines,
    add(text: string) {
      const piece = text.replace(/\s+/gu, ' ')
      const rest = isAfterBlank && piece.startsWith(' ') ? piece.slice(1) : piece
      if (rest === '') return
      pieces.push(rest)
      isAfterBlank = rest.endsWith(' ')
    },
    end() {
      const line = pieces.join('').trimEnd()
      if (line !== '') lines.push(line)
      pieces = []
      isAfterBlank = true
    },
  }
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
    const isLine = linesOf.has(node.name)
    if (isLine) parts.push(' ')
    if (isLine) waiting.push(' ')
    for (let at = Math.min(node.children.length, mostNodes) - 1; at >= 0; at--) {
      const child = node.children[at]
      if (child !== undefined) waiting.push(child)
    }
  }
  // What is cut off may have been half of a character.
  return oneLine(parts.join('').toWellFormed())
}

const unspoken = new Set(['script', 'style', 'template'])

/** Characters that are looked at between two turns of others. */
const piece = 20_000
const longestWord = 1000
/** What belongs to the character before it. */
const continues = /[\p{M}\u1160-\u11FF\uDC00-\uDFFF]/u

/** A text in pieces that end before white space, or within a word that is longer than any. */
export function* piecesOf(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    const blank = /\s/.exec(text.slice(at + piece, at + piece + longestWord))
    end = Math.min(text.length, at + piece + (blank?.index ?? longestWord))
    if (blank === null) while (end < text.length && continues.test(text.charAt(end))) end++
    yield text.slice(at, end)
  }
}

/** Counts the words of a text in parts. */
export function* countingWords(text: string, locale: string): Parts<number> {
  let words = 0
  for (const part of piecesOf(text)) {
    words += countWords(part, locale)
    yield
  }
  return words
}

/** What two texts are compared by: NFC, lower case, white space collapsed. */
export function comparedText(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** What pages with the same text have in common: the hash of `comparedText`, in parts. */
export function* hashingText(text: string): Parts<string> {
  const hash = createHash('sha256')
  // White space is kept back until something follows it.
  let isBlank = false
  let isFirst = true
  for (const part of piecesOf(text)) {
    const words = comparedText(part)
    if (/^\s/u.test(part)) isBlank = true
    if (words !== '') {
      hash.update(isBlank && !isFirst ? ` ${words}` : words)
      isFirst = false
      isBlank = /\s$/u.test(part)
    }
    yield
  }
  return hash.digest('hex')
}

const mostCharacters = 4000
const mostNodes = 4000

const unread = new Set('nav aside script style template noscript svg pre code figcaption head title'.split(' '))
const linesOf = new Set(
  'address article aside blockquote body br caption center dd details dialog div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol option p section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
