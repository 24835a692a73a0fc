import { Parser } from 'htmlparser2'

import { Refusal } from '#kernel/errors.ts'

/** An entry of a feed in words that cover all formats; its texts are unchanged. */
export type FeedEntry = {
  title: string
  link: string
  guid: string
  /** The whole text, else what is there instead. */
  content: string
  summary: string
  authors: string[]
  categories: string[]
  published: string
  updated: string
  image: string
  isTooLarge: boolean
}

/** What a feed contains, and where its relative addresses lead. */
export type Feed = { base: string; entries: FeedEntry[] }

const maxField = 2_000_000
const maxDepth = 100

/**
 * Reads RSS 0.9x and 2.0, RDF (RSS 1.0) and Atom. Entities that a document defines itself are never opened. Throws
 * `validation_failed` for what is none of these formats.
 */
export function readFeed(xml: string): Feed {
  const feed: Feed = { base: '', entries: [] }
  const path: { name: string; attributes: Record<string, string> }[] = []
  let entry: FeedEntry | undefined
  let text = ''
  let markup: { depth: number; html: string } | undefined
  let isFeed = false

  function open(name: string, attributes: Record<string, string>): void {
    if (path.length >= maxDepth) throw refuse('nests deeper than 100 elements')
    if (path.length === 0) isFeed = /^(?:rss|feed|atom:feed|rdf:rdf)$/i.test(name)
    if (path.length === 0 && !isFeed) throw refuse('is not an RSS, Atom or RDF feed')
    path.push({ name, attributes })
    if (path.length === 1) feed.base = attributes['xml:base'] ?? ''
    if (markup !== undefined) return void add(`<${name}${attributesAsHtml(attributes)}>`)
    const local = localOf(name)
    if (entry === undefined && (local === 'item' || local === 'entry')) {
      entry = newEntry()
      return
    }
    text = ''
    // Atom may contain its text as elements.
    if (entry !== undefined && attributes['type'] === 'xhtml') markup = { depth: path.length, html: '' }
    if (entry !== undefined) takeAttributes(entry, local, name, attributes)
  }

  function close(name: string, isImplied: boolean): void {
    const own = path.at(-1)
    const depth = path.length
    path.pop()
    if (isImplied) return
    if (markup !== undefined) {
      if (depth > markup.depth) return void add(`</${name}>`)
      text = markup.html
      markup = undefined
    }
    const local = localOf(name)
    if (entry !== undefined && (local === 'item' || local === 'entry')) {
      feed.entries.push(entry)
      entry = undefined
    } else if (entry !== undefined)
      takeText(entry, { name, local, parent: path.at(-1)?.name ?? '', type: own?.attributes['type'] ?? '' }, text)
    else if (local === 'link' && feed.base === '' && /^https?:/.test(text.trim())) feed.base = text.trim()
    text = ''
  }

  function add(piece: string): void {
    const length = markup === undefined ? text.length : markup.html.length
    if (length + piece.length > maxField) {
      if (entry !== undefined) entry.isTooLarge = true
    } else if (markup === undefined) text += piece
    else markup.html += piece
  }

  const parser = new Parser(
    {
      onopentag: open,
      ontext: (piece) => add(markup === undefined ? piece : escaped(piece)),
      onclosetag: close,
    },
    { xmlMode: true, decodeEntities: true },
  )
  for (let at = 0; at < xml.length; at += 65_536) parser.write(xml.slice(at, at + 65_536))
  parser.end()
  if (!isFeed) throw refuse('is not an RSS, Atom or RDF feed')
  return feed
}

const newEntry = (): FeedEntry => ({
  title: '',
  link: '',
  guid: '',
  content: '',
  summary: '',
  authors: [],
  categories: [],
  published: '',
  updated: '',
  image: '',
  isTooLarge: false,
})

function takeAttributes(entry: FeedEntry, local: string, name: string, attributes: Record<string, string>): void {
  const { rel = 'alternate', href, type = '', url, term, label } = attributes
  if (local === 'link' && href !== undefined && rel === 'alternate' && !/json|xml/.test(type)) entry.link ||= href
  if (local === 'category' && term !== undefined) entry.categories.push(label ?? term)
  const isImage = type.startsWith('image/') || attributes['medium'] === 'image' || name === 'media:thumbnail'
  if ((name === 'media:content' || name === 'media:thumbnail' || local === 'enclosure') && url !== undefined && isImage)
    entry.image ||= url
}

function takeText(
  entry: FeedEntry,
  at: { name: string; local: string; parent: string; type: string },
  text: string,
): void {
  const { name, local, parent, type } = at
  const words = text.trim()
  if (words === '') return
  const inEntry = /^(?:item|entry)$/i.test(localOf(parent))
  if (name === 'content:encoded') entry.content = words
  else if (local === 'content' && inEntry && !name.startsWith('media:'))
    entry.content ||= type === 'text' ? escaped(words) : words
  else if (
    (local === 'description' || local === 'summary') &&
    inEntry &&
    !name.startsWith('media:') &&
    !name.startsWith('itunes:')
  )
    entry.summary ||= type === 'text' ? escaped(words) : words
  else if (local === 'title' && inEntry && !name.startsWith('media:')) entry.title ||= words
  else if (name === 'link' && inEntry) entry.link ||= words
  else if ((name === 'guid' || name === 'id') && inEntry) entry.guid ||= words
  else if (name === 'feedburner:origLink') entry.link = words
  else if (name === 'dc:creator' || (name === 'author' && inEntry)) entry.authors.push(authorOf(words))
  else if (local === 'name' && localOf(parent) === 'author') entry.authors.push(words)
  else if ((local === 'category' || name === 'dc:subject') && inEntry) entry.categories.push(words)
  else if (local === 'pubdate' || name === 'published' || name === 'dc:date' || name === 'issued')
    entry.published ||= words
  else if (name === 'updated' || name === 'dcterms:modified' || name === 'modified') entry.updated ||= words
}

// RSS 2.0 says `mail@example.org (Name)`.
function authorOf(text: string): string {
  return /^\S+@\S+ \(([^()]+)\)$/.exec(text)?.[1] ?? (/^\S+@\S+$/.test(text) ? (text.split('@')[0] ?? text) : text)
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

function attributesAsHtml(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function refuse(what: string): Refusal {
  return new Refusal('validation_failed', `The document ${what}. Name the address of a feed (RSS 2.0, RDF or Atom).`)
}
