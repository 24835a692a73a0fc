import type * as Toml from 'smol-toml'

import { ownFields, readOwnFields } from '#areas/exchange/own-fields.ts'
import { contentFormats } from '#areas/items/index.ts'
import { parseTime } from '#std/dates.ts'
import { late } from '#std/late.ts'
import { slugify } from '#std/slugs.ts'

import { draftFields, saysDraft } from './front-matter-draft.ts'
import { isRecord } from './front-matter.ts'
import { cleanText, fitText, maxLength, pathOf, toSlug } from './import-text.ts'
import type { NamedReference, Remark } from './record.ts'

const toml = late<typeof Toml>('smol-toml')

/** What front matter says (exchange.md#words-of-front-matter); null or empty where it says nothing. */
export type ReadFields = {
  title: string | null
  slug: string | null
  path: string | null
  date: Date | null
  publishAt: Date | null
  /** Hugo shows a page from this day on, and another until its day: neither is its date. */
  shownFrom: Date | null
  shownUntil: Date | null
  firstPublishedAt: Date | null
  createdAt: Date | null
  modifiedAt: Date | null
  isDraft: boolean
  excerpt: string | null
  authors: NamedReference[]
  categories: NamedReference[]
  tags: NamedReference[]
  aliases: string[]
  /** What kind of text the file says it is, in its own words. */
  statedType: string | null
  /** The featured image, as the file names it. */
  image: { address: string; alt: string | null } | null
  /** Fields under their names in Masthead. */
  own: Record<string, unknown>
  /** The collection that a file of Masthead comes from. */
  collection: string | null
  /** Only in a file that Masthead exported: its body is taken as it is. */
  contentFormat: 'markdown' | 'html' | null
  /** Fields that have no place in an item, as `extra.team`. */
  ignored: string[]
}

type Fields = Record<string, unknown>

/** Reads the known fields; a value of the wrong kind gets a remark and counts as absent. */
export function readFields(fields: Fields, remarks: Remark[]): ReadFields {
  const taxonomies = isRecord(fields['taxonomies']) ? fields['taxonomies'] : {}
  // Some say the day there.
  const published = parseDate(fields['published'])
  const read = {
    title: textOf(fields, 'title', remarks),
    slug: textOf(fields, 'slug', remarks),
    path: textOf(fields, 'path', remarks),
    date: dateOf(fields, 'date', remarks) ?? published,
    publishAt: dateOf(fields, 'publish_at', remarks) ?? dateOf(fields, 'publishAt', remarks),
    shownFrom: firstDate(fields, shownFromFields, remarks),
    shownUntil: firstDate(fields, shownUntilFields, remarks),
    firstPublishedAt: dateOf(fields, 'first_published_at', remarks),
    createdAt: dateOf(fields, 'created', remarks),
    modifiedAt: dateOf(fields, 'updated', remarks) ?? dateOf(fields, 'lastmod', remarks),
    isDraft: saysDraft(published === null ? fields : { ...fields, published: true }, remarks),
    excerpt: textOf(fields, 'description', remarks) ?? textOf(fields, 'excerpt', remarks),
    authors: [fields['authors'], fields['author'], taxonomies['authors']].flatMap((value) => authorsOf(value, remarks)),
    categories: [fields['categories'], fields['category'], taxonomies['categories']].flatMap((value) =>
      namesOf('category', value, remarks),
    ),
    tags: [fields['tags'], taxonomies['tags']].flatMap((value) => namesOf('tag', value, remarks)),
    aliases: listOf(fields['aliases']).flatMap((value) => aliasOf(value, remarks)),
    collection: typeof fields['collection'] === 'string' ? fields['collection'] : null,
    statedType: ['articleType', 'article_type', 'type'].map((name) => fields[name]).find(isWord) ?? null,
    contentFormat: contentFormats.find((known) => known === fields['contentFormat']) ?? null,
  }
  // An export names a slug where the name leads to another one; two terms may share a name.
  const isOwn = read.contentFormat !== null
  // Its excerpt keeps its lines.
  const fit = (excerpt: string) =>
    isOwn && excerpt.length <= maxLength.excerpt ? excerpt : fitText('description', excerpt, maxLength.excerpt, remarks)
  const whole = (entry: NamedReference) => (isOwn ? { ...entry, slug: entry.slug ?? slugify(entry.name) } : entry)

  return {
    ...read,
    title: read.title === null ? null : fitText('title', read.title, maxLength.title, remarks) || null,
    excerpt: read.excerpt === null ? null : fit(read.excerpt) || null,
    authors: distinct(read.authors).map(whole),
    categories: distinct(read.categories).map(whole),
    tags: distinct(read.tags).map(whole),
    aliases: [...new Set(read.aliases)],
    image: imageOf(fields, remarks),
    own: readOwnFields(fields, (name) =>
      remarks.push({ code: 'value_ignored', message: `"${name}" is not in the form of Masthead's field` }),
    ),
    ignored: ignoredOf(fields),
  }
}

/**
 * A date as people write it in front matter: a date of TOML, ISO 8601 with a space or `T`, seconds and zone optional, or only a day. Without a zone it is
 * UTC. Null when it is not a date of the years 1970 to 9999.
 */
export function parseDate(value: unknown): Date | null {
  if (value instanceof toml().TomlDate) return value.isTime() ? null : parseDate(value.toISOString())
  if (typeof value !== 'string') return null
  const match = dateForm.exec(value.trim())
  if (!match) return null
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', zone = 'Z'] = match
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return parseTime(`${date}T${hour.padStart(2, '0')}:${minute}:${second}${zoneForm(zone)}`) ?? null
}

const dateForm =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:[Tt]|\s+)(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?)?\s*(Z|z|UTC|GMT|[+-]\d{2}:?\d{2})?$/

function zoneForm(zone: string): string {
  return /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z'
}

function textOf(fields: Fields, name: string, remarks: Remark[]): string | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return cleanText(value).trim() || null
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  remarks.push({ code: 'value_ignored', message: `"${name}" is not a text` })
  return null
}

function dateOf(fields: Fields, name: string, remarks: Remark[]): Date | null {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return null
  const date = parseDate(value)
  if (!date) remarks.push({ code: 'date_unreadable', message: `"${name}" is not a date: ${shown(value)}` })
  return date
}

const shownFromFields = ['publishDate', 'publishdate', 'pubdate'] as const
const shownUntilFields = ['expiryDate', 'expirydate', 'unpublishDate', 'unpublishdate'] as const

function firstDate(fields: Fields, names: readonly string[], remarks: Remark[]): Date | null {
  return names.map((name) => dateOf(fields, name, remarks)).find((date) => date !== null) ?? null
}

/** What generators call the featured image, and its parts where it is a mapping. */
const imageFields = [
  'image',
  'cover',
  'thumbnail',
  'featured_image',
  'featuredImage',
  'feature_image',
  'images',
] as const
const imageParts = ['image', 'src', 'url', 'path', 'relative_path', 'file'] as const

function imageOf(fields: Fields, remarks: Remark[]): ReadFields['image'] {
  const extra = isRecord(fields['extra']) ? fields['extra'] : {}
  for (const value of imageFields.flatMap((name) => [fields[name], extra[name]])) {
    const [first] = listOf(value)
    const address = isRecord(first) ? imageParts.map((part) => first[part]).find(isText) : first
    if (!isText(address)) continue
    const alt = [isRecord(first) ? first['alt'] : undefined, fields['image_alt'], fields['imageAlt']].find(isText)
    return {
      address: cleanText(address).trim(),
      alt: alt === undefined ? null : fitText('alternative text', alt, maxLength.alt, remarks) || null,
    }
  }
  return null
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value : [value]
}

function namesOf(what: string, value: unknown, remarks: Remark[]): NamedReference[] {
  const entries = typeof value === 'string' ? value.split(',') : listOf(value)
  return entries.flatMap((entry) => {
    const name = typeof entry === 'number' ? String(entry) : isRecord(entry) ? entry['name'] : entry
    if (typeof name === 'string') return named(what, name, isRecord(entry) ? entry['slug'] : undefined, remarks)
    if (entry !== null) remarks.push({ code: 'value_ignored', message: `A ${what} is not a text: ${shown(entry)}` })
    return []
  })
}

function authorsOf(value: unknown, remarks: Remark[]): NamedReference[] {
  return listOf(value).flatMap((entry) => {
    const [found] = namesOf('author', [entry], remarks)
    if (!found) return []
    const bio = isRecord(entry) && typeof entry['bio'] === 'string' ? entry['bio'] : ''
    return [bio === '' ? found : { ...found, bio: fitText('bio', bio, maxLength.bio, remarks) }]
  })
}

function named(what: string, name: string, slug: unknown, remarks: Remark[]): NamedReference[] {
  const max = what === 'author' ? maxLength.authorName : maxLength.termName
  const fitted = fitText(`name of the ${what}`, name, max, remarks)
  return fitted === '' ? [] : [{ name: fitted, slug: typeof slug === 'string' ? toSlug(slug) : null }]
}

function aliasOf(value: unknown, remarks: Remark[]): string[] {
  const path = typeof value === 'string' ? pathOf(cleanText(value)) : null
  if (path !== null && path.length <= 2048) return [path]
  remarks.push({ code: 'value_ignored', message: `An alias is not a path: ${shown(value)}` })
  return []
}

function distinct(entries: NamedReference[]): NamedReference[] {
  const keyOf = ({ name, slug }: NamedReference) => slug ?? toSlug(name) ?? name.toLowerCase()
  const seen = new Map(entries.toReversed().map((entry) => [keyOf(entry), entry]))
  return [...seen.values()].toReversed()
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return JSON.stringify(text.slice(0, 80))
}

function ignoredOf(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (known.has(name)) return []
    if (name === 'taxonomies' && isRecord(value)) {
      return Object.keys(value).flatMap((key) => (knownTaxonomies.has(key) ? [] : [`taxonomies.${key}`]))
    }
    return isRecord(value) && Object.keys(value).length > 0 ? Object.keys(value).map((key) => `${name}.${key}`) : [name]
  })
}

const isWord = (value: unknown): value is string => typeof value === 'string'

const knownTaxonomies = new Set(['authors', 'categories', 'tags'])
const known = new Set([
  ...`title slug path date publish_at publishAt created updated lastmod description excerpt`.split(' '),
  ...`authors author categories category tags aliases contentFormat articleType article_type type collection`.split(
    ' ',
  ),
  ...`image_alt imageAlt first_published_at`.split(' '),
  ...shownFromFields,
  ...shownUntilFields,
  ...draftFields,
  ...imageFields,
  ...ownFields,
])
