import { atOnce, type Parts } from '#std/parts.ts'
import { isBlank, oneLine, truncate } from '#std/text.ts'
import { urlKey } from '#std/url-key.ts'

import { countingWords, hashingText, partNodes, readingTextOfPage, textWith } from './page-text.ts'
import { findAll, type PageElement, readingTree } from './page-tree.ts'

/** A link of a page. `text`: its own, with the alt texts of images in it; `label`: that of assistive techniques. */
export type Link = { url: string; href: string; text: string; label: string; rel: string[] }
/** An image of a page. `isNamed`: it has an alt text, or says that it needs none. */
export type Image = { url: string | null; src: string; isNamed: boolean }
/** Another language of a page; `url` null where the address is none. */
export type Alternate = { lang: string; href: string; url: string | null }

/** What a page says, also about itself. Texts are not to be trusted. */
export type PageFacts = {
  lang: string | null
  /** The text of the first `title`; null: there is none. */
  title: string | null
  description: string | null
  /** Headings of the first level with a text or an image that has one. */
  h1: string[]
  /** The levels of the headings in the text, in order. */
  headings: number[]
  robotsMeta: string | null
  /** The values of `link rel=canonical`, as written. */
  canonicals: string[]
  hasViewport: boolean
  og: { title: string | null; description: string | null; image: string | null; type: string | null }
  /** Where a `meta http-equiv=refresh` leads. */
  refresh: string | null
  links: Link[]
  images: Image[]
  /** Addresses with `http:` that the page loads. */
  insecure: string[]
  alternates: Alternate[]
  /** `link rel=next` and `prev`. */
  series: { rel: 'next' | 'prev'; url: string }[]
  hasIcon: boolean
  jsonLd: string[]
  hasDate: boolean
  hasAuthor: boolean
  /** The content on separate lines, without navigation and code. */
  text: string
  wordCount: number
  contentHash: string
}

const mostLinks = 20_000
const longestText = 1000
/** Of what the head of a page says of one kind, so many entries are read, and so many characters of each. */
const mostMetas = 1000
const longestContent = 10_000
const longestLanguage = 100

/** Reads a page that answered at `url`. Linear in its length; never fails. */
export const readPage = (html: string, url: string): PageFacts => atOnce(readingPage(html, url))

/** The same in parts, between which others can have their turn. */
export function* readingPage(html: string, url: string): Parts<PageFacts> {
  const root = yield* readingTree(html)
  const base = baseOf(root, url)
  const facts = emptyFacts()
  const metas: Reading['metas'] = new Map()
  const address = (text: string) => (text.trim() === '' ? undefined : urlKey(text, base))

  yield* visiting({ facts, metas, address }, root)
  const meta = (...names: string[]) => names.flatMap((name) => metas.get(name) ?? []).find((one) => one !== '') ?? null
  const robots = ['robots', 'googlebot'].flatMap((name) => metas.get(name) ?? [])
  const { text, headings } = yield* readingTextOfPage(root)
  const words = yield* countingWords(text, facts.lang ?? 'en')
  return {
    ...facts,
    description: metas.get('description')?.[0] ?? null,
    robotsMeta: robots.length === 0 ? null : truncate(robots.join(', '), longestText),
    hasViewport: metas.has('viewport'),
    og: {
      title: meta('og:title'),
      description: meta('og:description'),
      image: meta('og:image'),
      type: meta('og:type'),
    },
    hasDate: facts.hasDate || meta('article:published_time', 'article:modified_time') !== null,
    hasAuthor: meta('author', 'article:author') !== null,
    text,
    headings,
    wordCount: Math.floor(words),
    contentHash: yield* hashingText(text),
  }
}

/** What was read so far. `address` is absolute; undefined if the text is not an address. */
type Reading = {
  facts: ReturnType<typeof emptyFacts>
  /** The contents of all `meta`, by their name in lower case. */
  metas: Map<string, string[]>
  address(text: string): string | undefined
}

/** Takes what every element says, in their order. */
function* visiting(reading: Reading, root: PageElement): Parts<void> {
  const waiting = [{ node: root, isHidden: false }]
  let seen = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (++seen % partNodes === 0) yield
    const { node } = next
    if (node.name === 'template' || node.name === 'svg') continue
    const isHidden = next.isHidden || 'hidden' in node.attributes
    takeElement(reading, node, isHidden)
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at]
      if (child !== undefined && typeof child !== 'string') waiting.push({ node: child, isHidden })
    }
  }
}

function takeElement(reading: Reading, node: PageElement, isHidden: boolean): void {
  const { facts } = reading
  const { name } = node
  takeHead(reading, node)
  if (name === 'h1' && !isHidden) {
    const text = textWith(node)
    if (!isBlank(text)) facts.h1.push(truncate(text, longestText))
  }
  if (name === 'a' || name === 'area') takeLink(reading, node)
  if (name === 'img') takeImage(reading, node)
  if (name === 'time') facts.hasDate = true
  takeInsecure(reading, node)
}

function takeHead(reading: Reading, node: PageElement): void {
  const { facts } = reading
  const { name, attributes } = node
  if (name === 'html') facts.lang ??= attributes['lang']?.slice(0, longestLanguage).trim() || null
  if (name === 'title') facts.title ??= truncate(textWith(node), longestText)
  if (name === 'meta') takeMeta(reading, attributes)
  if (name === 'link') takeRelation(reading, attributes)
  if (name === 'script' && attributes['type']?.trim().toLowerCase() === 'application/ld+json')
    facts.jsonLd.push(node.children.map((child) => (typeof child === 'string' ? child : '')).join(''))
}

function takeMeta({ facts, metas, address }: Reading, attributes: PageElement['attributes']): void {
  const name = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase()
  const content = beginningOf(attributes['content'] ?? '')
  const known = metas.get(name) ?? []
  if (name !== '' && known.length < mostMetas) {
    known.push(content.trim())
    metas.set(name, known)
  }
  if (attributes['http-equiv']?.trim().toLowerCase() !== 'refresh') return
  const target = refreshTarget(content)
  if (target !== '') facts.refresh ??= truncate(address(target) ?? target, 2048)
}

function takeRelation({ facts, address }: Reading, attributes: PageElement['attributes']): void {
  const href = attributes['href']
  if (href === undefined) return
  const rels = wordsOf(attributes['rel'])
  if (rels.includes('canonical') && facts.canonicals.length < mostMetas) facts.canonicals.push(beginningOf(href.trim()))
  if (rels.includes('icon')) facts.hasIcon = true
  const lang = attributes['hreflang']
  if (rels.includes('alternate') && lang !== undefined && facts.alternates.length < mostMetas)
    facts.alternates.push({ lang: lang.trim(), href: truncate(href.trim(), 2048), url: address(href) ?? null })
  for (const rel of ['next', 'prev'] as const) {
    const target = rels.includes(rel) ? address(href) : undefined
    if (target !== undefined) facts.series.push({ rel, url: target })
  }
}

function takeLink({ facts, address }: Reading, node: PageElement): void {
  const { attributes } = node
  const href = attributes['href']?.trim() ?? ''
  if (href === '' || href.startsWith('#') || facts.links.length >= mostLinks) return
  const target = address(href)
  if (target === undefined) return
  facts.links.push({
    url: target,
    href: truncate(href, 2048),
    text: truncate(node.name === 'area' ? oneLine(attributes['alt'] ?? '') : textWith(node), 300),
    label: truncate(oneLine(`${attributes['aria-label'] ?? ''} ${attributes['title'] ?? ''}`), 300),
    rel: wordsOf(attributes['rel']),
  })
}

function takeImage({ facts, address }: Reading, { attributes }: PageElement): void {
  if (facts.images.length >= mostLinks) return
  const src = attributes['src']?.trim() ?? ''
  const isNamed =
    'alt' in attributes || attributes['role'] === 'presentation' || attributes['aria-hidden']?.trim() === 'true'
  facts.images.push({ url: address(src) ?? null, src: truncate(src, 2048), isNamed })
}

function takeInsecure({ facts }: Reading, { name, attributes }: PageElement): void {
  const rels = name === 'link' ? wordsOf(attributes['rel']) : []
  const isLoaded = loading.has(name) || rels.includes('stylesheet') || rels.includes('icon')
  const source = name === 'link' ? attributes['href'] : attributes['src']
  if (isLoaded && source !== undefined && /^\s*http:/i.test(source)) facts.insecure.push(truncate(source.trim(), 2048))
}

/** Of a long text its beginning, without half of a character at its end. */
const beginningOf = (text: string) => text.slice(0, longestContent).toWellFormed()

/** Where the content of a refresh leads; empty: it names no address. */
function refreshTarget(content: string): string {
  const named = /^[\d.]*\s*[;,]\s*(.*)$/s.exec(content.trim())?.[1] ?? ''
  return (/^["']?([^"']*)/.exec(named.replace(/^url\s*=\s*/i, ''))?.[1] ?? '').trim()
}

const loading = new Set(['img', 'script', 'iframe', 'audio', 'video', 'source'])

function emptyFacts() {
  return {
    lang: null as string | null,
    title: null as string | null,
    h1: [] as string[],
    canonicals: [] as string[],
    refresh: null as string | null,
    links: [] as Link[],
    images: [] as Image[],
    insecure: [] as string[],
    alternates: [] as Alternate[],
    series: [] as PageFacts['series'],
    hasIcon: false,
    jsonLd: [] as string[],
    hasDate: false,
  }
}

function baseOf(root: PageElement, url: string): string {
  const href = findAll(root, 'base').find(({ attributes }) => 'href' in attributes)?.attributes['href']
  return URL.parse(href ?? '', url)?.href ?? url
}

const wordsOf = (text: string | undefined) =>
  (text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
