import { Parser } from 'htmlparser2'

import { blockElements } from './block-elements.ts'
import { segmentingText } from './content-words.ts'
import { atOnce, type Parts } from './parts.ts'
import { oneLine } from './text.ts'

/** A run of text on a page that belongs together, with the offsets of its links and of its inline code. */
export type Block = {
  kind: 'paragraph' | 'heading' | 'other'
  text: string
  links: Stretch[]
  code: Stretch[]
}
type Stretch = { start: number; end: number }
export type Heading = { level: number; text: string }
export type PageLink = { href: string; anchor: string; isFollowed: boolean }
export type PageImage = { src: string; alt: string | null }

/** What a page has for a reader: code and captions are not part of its text. */
export type Page = {
  blocks: readonly Block[]
  links: readonly PageLink[]
  images: readonly PageImage[]
  /** How many entries each list has, in the order in which they end. */
  lists: readonly number[]
  /** The stretches of text between headings, in order; the first has no heading before it. */
  sections: readonly { heading: Heading | null; words: number }[]
  wordCount: number
}

/** Reads sanitised HTML once, in time linear in its length. `locale` decides how words are cut. */
export function readPage(html: string, locale = 'en'): Page {
  return atOnce(readingPage(html, locale))
}

/** The same in parts, between which others can have their turn. */
export function* readingPage(html: string, locale = 'en'): Parts<Page> {
  const { parser, flush, blocks, links, images, lists, levels } = pageParser()
  for (let at = 0; at < html.length; at += partLength) {
    parser.write(html.slice(at, at + partLength))
    yield
  }
  parser.end()
  flush('paragraph')
  return { blocks, links, images, lists, ...(yield* measured(blocks, levels, locale)) }
}

/** Characters of a page that are read at once, and blocks whose words are counted. */
const partLength = 20_000
const partBlocks = 100

function pageParser() {
  const blocks: Block[] = []
  const links: PageLink[] = []
  const images: PageImage[] = []
  const lists: number[] = []
  const openLists: number[] = []
  const open: string[] = []
  let text = ''
  let marks: Stretch[] = []
  let codes: Stretch[] = []
  let code: number | undefined
  let link: { href: string; rel: string; start: number; anchor: string } | undefined
  let unread = 0
  const levels = new Map<number, number>()

  const flush = (kind: Block['kind'], level = 0) => {
    if (link !== undefined && text.length > link.start) marks.push({ start: link.start, end: text.length })
    if (text.trim() !== '') {
      levels.set(blocks.length, level)
      blocks.push(tidied(kind, text, { links: marks, code: codes }))
    }
    text = ''
    marks = []
    codes = []
    code = undefined
    if (link !== undefined) link.start = 0
  }
  const kindNow = (): Block['kind'] => (open.some((name) => besides.has(name)) ? 'other' : 'paragraph')

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'img') images.push({ src: attributes['src'] ?? '', alt: attributes['alt'] ?? null })
        if (name === 'br' || name === 'hr') text += ' '
        if (blockElements.has(name)) flush(kindNow())
        if (name === 'a' && attributes['href'] !== undefined)
          link = { href: attributes['href'], rel: attributes['rel'] ?? '', start: text.length, anchor: '' }
        if (isCode(name)) code ??= text.length
        if (isList(name)) openLists.push(0)
        if (name === 'li' && openLists.length > 0) openLists.push((openLists.pop() ?? 0) + 1)
        if (besideProse.has(name)) unread++
        if (!empty.has(name)) open.push(name)
      },
      ontext(part) {
        if (link !== undefined && link.anchor.length < longestAnchor) link.anchor += part
        if (unread === 0) text += part
      },
      onclosetag(name) {
        if (name === 'a' && link !== undefined) {
          if (text.length > link.start) marks.push({ start: link.start, end: text.length })
          links.push({
            href: link.href,
            anchor: oneLine(link.anchor),
            isFollowed: !/(?:^|\s)nofollow(?:\s|$)/i.test(link.rel),
          })
          link = undefined
        }
        if (isCode(name) && code !== undefined) {
          codes.push({ start: code, end: text.length })
          code = undefined
        }
        if (isList(name)) lists.push(openLists.pop() ?? 0)
        if (blockElements.has(name)) flush(headingLevel(name) > 0 ? 'heading' : kindNow(), headingLevel(name))
        if (besideProse.has(name)) unread--
        if (open.at(-1) === name) open.pop()
      },
    },
    { decodeEntities: true },
  )
  return { parser, flush, blocks, links, images, lists, levels }
}

/** The addresses of the links of a page, without duplicates: all that is needed to know what it links to. */
export function hrefsOf(html: string): string[] {
  const hrefs = new Set<string>()
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (name === 'a' && href !== undefined) hrefs.add(href)
    },
  })
  parser.end(html)
  return [...hrefs]
}

/** How many words a text has (checks.md#words-of-a-page). */
export function countWords(text: string, locale = 'en'): number {
  return atOnce(countingWords(text, locale))
}

function* countingWords(text: string, locale: string): Parts<number> {
  const characters = text.match(cjk)?.length ?? 0
  const rest = characters === 0 ? text : text.replace(cjk, ' ')
  return (yield* segmentingText(rest, locale)).length + characters / 2
}

function* measured(blocks: readonly Block[], levels: ReadonlyMap<number, number>, locale: string) {
  const sections: { heading: Heading | null; words: number }[] = [{ heading: null, words: 0 }]
  let wordCount = 0
  for (const [i, { kind, text }] of blocks.entries()) {
    if (i % partBlocks === partBlocks - 1) yield
    const words = yield* countingWords(text, locale)
    wordCount += words
    if (kind === 'heading') sections.push({ heading: { level: levels.get(i) ?? 2, text }, words: 0 })
    else
      sections[sections.length - 1] = {
        heading: sections.at(-1)?.heading ?? null,
        words: (sections.at(-1)?.words ?? 0) + words,
      }
  }
  return {
    sections: sections.map(({ heading, words }) => ({ heading, words: Math.floor(words) })),
    wordCount: Math.floor(wordCount),
  }
}

// White space of markup is one blank, and the offsets of links move with it. Reading the end of the text would copy it.
function tidied(kind: Block['kind'], text: string, { links, code }: Pick<Block, 'links' | 'code'>): Block {
  const places = [...new Set([...links, ...code].flatMap(({ start, end }) => [start, end]))].toSorted((a, b) => a - b)
  const moved = new Map<number, number>()
  const parts: string[] = []
  let length = 0
  let at = 0
  let isBlank = true
  const add = (part: string) => {
    parts.push(part)
    length += part.length
  }
  const takeTo = (end: number) => {
    const stretch = text.slice(at, end).replace(/\s+/gu, ' ')
    if (stretch !== '') {
      add(isBlank && stretch.startsWith(' ') ? stretch.slice(1) : stretch)
      isBlank = stretch.endsWith(' ')
    }
    at = end
  }
  for (const place of places) {
    takeTo(place)
    moved.set(place, length)
  }
  takeTo(text.length)
  const movedAll = (stretches: readonly Stretch[]) =>
    stretches.map(({ start, end }) => ({ start: moved.get(start) ?? 0, end: moved.get(end) ?? 0 }))
  return { kind, text: parts.join('').trimEnd(), links: movedAll(links), code: movedAll(code) }
}

const isCode = (name: string) => name === 'code' || name === 'kbd' || name === 'samp'
const isList = (name: string) => name === 'ul' || name === 'ol'
const headingLevel = (name: string) => (/^h[1-6]$/.test(name) ? Number(name[1]) : 0)

const longestAnchor = 1000
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const empty: ReadonlySet<string> = new Set(['img', 'br', 'hr'])
/** Elements whose words are not part of the prose. */
export const besideProse: ReadonlySet<string> = new Set(['pre', 'figcaption', 'caption'])
/** Elements within which a paragraph is not running text. */
const besides: ReadonlySet<string> = new Set(['li', 'td', 'th', 'blockquote', 'figure'])
