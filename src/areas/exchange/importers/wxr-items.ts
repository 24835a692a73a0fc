import { carriedTexts } from '#areas/exchange/carried-texts.ts'
import { oldPathKey } from '#areas/exchange/formats/wxr.ts'
import { isHttpUrl } from '#std/urls.ts'

import { parseDate } from './front-matter-fields.ts'
import { fitText, cleanText, maxLength, pathOf, plainText, toSlug } from './import-text.ts'
import { withoutTitle } from './leading-text.ts'
import { pictureUses } from './picture-uses.ts'
import type { ImportedItem, ImportedMedia, NamedReference, Remark, SourcePicture } from './record.ts'
import { readWordPressBody } from './wordpress-body.ts'
import { readFootnotes } from './wordpress-footnotes.ts'
import type { WxrEntry } from './wxr-entries.ts'
import { seoFieldsOf, writtenTypeOf } from './wxr-seo.ts'
import type { WxrSite } from './wxr-site.ts'

export type WxrItem = Extract<WxrEntry, { kind: 'item' }>

/** What the report calls an entry. */
export function labelOf(entry: WxrItem): string {
  const type = entry.fields.get('wp:post_type')?.trim() || 'entry'
  return `${type} ${idOf(entry)}`
}

/** A post or page as an item (exchange.md#wordpress-exports): what the public could not read is a draft. */
export function itemOf(
  entry: WxrItem,
  type: 'post' | 'page',
  site: WxrSite,
  now: Date,
  remarks: Remark[],
): ImportedItem {
  const field = (name: string) => entry.fields.get(name) ?? ''
  const id = idOf(entry)
  const { key, isRepeated } = site.uniqueKey('item', id)
  if (isRepeated) remarks.push({ code: 'key_repeated', message: `Another entry of the file has the id ${id}` })

  const context = {
    baseUrl: site.baseUrl,
    imagesOf: (ids: readonly string[] | null) => site.imagesOf(ids, id),
    permalinkOf: (address: string) => site.permalinkOf(address),
    footnotes: readFootnotes(metaOf(entry, 'footnotes'), remarks),
  }
  const body = readWordPressBody(cleanText(field('content:encoded'), remarks), context, remarks)
  const date = dateOf(entry)
  const slug = slugOf(field('wp:post_name'), site, remarks)
  const link = linkOf(field('link'))
  const title = titleOf(field('title'), body, slug, id, remarks)
  const content = withoutTitle(body, title)

  return {
    kind: 'item',
    sourceKey: key,
    sourceLabel: labelOf(entry),
    type,
    title,
    slug,
    content,
    contentFormat: 'html',
    excerpt: fitText('excerpt', plainText(field('excerpt:encoded')), maxLength.excerpt, remarks) || null,
    ...stateOf(entry, date, now, remarks),
    createdAt: date !== null && date <= now ? date : null,
    modifiedAt: parseDate(field('wp:post_modified_gmt')),
    authors: loginsOf(entry).flatMap((login) => authorOf(login, site, remarks)),
    categories: termsOf(entry, 'category', site, remarks),
    tags: termsOf(entry, 'post_tag', site, remarks),
    aliases: aliasesOf(entry, site),
    sourcePath: link === null || link.includes('?') ? null : pathOf(link),
    externalUrl: link,
    featuredMediaKey: metaOf(entry, '_thumbnail_id') ? site.keyOf(metaOf(entry, '_thumbnail_id')) : null,
    pictures: attachmentsIn(content, site),
    statedType: writtenTypeOf(entry.meta),
    ownFields: seoFieldsOf(entry.meta, remarks),
    ...carriedTexts(({ wxr, max }) => (wxr === undefined ? null : metaText(entry, wxr, max, remarks))),
  }
}

/** The attachments of which a body names a size, by the address that it names. */
function attachmentsIn(content: string, site: WxrSite): Map<string, SourcePicture> {
  const pictures = new Map<string, SourcePicture>()
  for (const { text } of pictureUses(content, 'html')) {
    const url = site.attachmentAt(text)
    if (url !== undefined) pictures.set(text, { addresses: [url, text], alt: null, otherwise: null })
  }
  return pictures
}

/** An attachment as media with its own address, or why it cannot be media. Images are remembered for the galleries that name them. */
export function mediaOf(
  entry: WxrItem,
  site: WxrSite,
  remarks: Remark[],
): ImportedMedia | { kind: 'skipped'; sourceLabel: string; what: string; reason: string; count: number } {
  const field = (name: string) => entry.fields.get(name)?.trim() ?? ''
  const url = linkOf(field('wp:attachment_url')) ?? linkOf(field('guid'))
  const sourceLabel = labelOf(entry)
  if (url === null)
    return { kind: 'skipped', sourceLabel, what: 'attachment', reason: 'It names no address of a file', count: 1 }

  const id = idOf(entry)
  const { key, isRepeated } = site.uniqueKey('media', id)
  if (isRepeated) remarks.push({ code: 'key_repeated', message: `Another attachment of the file has the id ${id}` })
  const alt = fitText('alternative text', plainText(metaOf(entry, '_wp_attachment_image_alt')), maxLength.alt, remarks)
  const title = fitText('title', plainText(field('title')), maxLength.title, remarks)
  const caption = plainText(field('excerpt:encoded'))
  const mime = mimeOf(url)
  if (mime?.startsWith('image/')) site.addImage(id, field('wp:post_parent'), { url, alt: alt || title, caption })
  return {
    kind: 'media',
    sourceKey: key,
    sourceLabel,
    url,
    title: title || null,
    alt: alt || null,
    description:
      fitText('description', caption || plainText(field('content:encoded')), maxLength.excerpt, remarks) || null,
    mime,
  }
}

function idOf(entry: WxrItem): string {
  return entry.fields.get('wp:post_id')?.trim() || entry.fields.get('guid')?.trim() || `entry-${entry.number}`
}

function metaOf(entry: WxrItem, key: string): string {
  return entry.meta.find(([name]) => name === key)?.[1].trim() ?? ''
}

function titleOf(source: string, content: string, slug: string | null, id: string, remarks: Remark[]): string {
  const title = fitText('title', plainText(source), maxLength.title, remarks)
  if (title !== '') return title
  const words = plainText(content.slice(0, 5000)).split(/\s+/).slice(0, 10).join(' ')
  const made = fitText('title', words, 80, []) || slug?.replaceAll('-', ' ') || `Untitled ${id}`
  remarks.push({ code: 'title_made', message: `It has no title: "${made}" was made for it` })
  return made
}

function slugOf(name: string, site: WxrSite, remarks: Remark[]): string | null {
  const wanted = site.slugText(name)
  const slug = toSlug(wanted)
  if (wanted !== '' && slug !== wanted)
    remarks.push({ code: 'slug_changed', message: `The slug "${wanted}" became "${slug ?? ''}"` })
  return slug
}

/** Whole paths where the file has them, else slugs. */
function aliasesOf(entry: WxrItem, site: WxrSite): string[] {
  const isWhole = entry.meta.some(([name]) => name === oldPathKey)
  return entry.meta.flatMap(([name, value]) =>
    name === (isWhole ? oldPathKey : '_wp_old_slug') ? (pathOf(isWhole ? value : site.slugText(value)) ?? []) : [],
  )
}

/** Who wrote it. The plugin Co-Authors Plus names several as terms, by their logins. */
function loginsOf(entry: WxrItem): string[] {
  const together = entry.terms.filter(({ domain }) => domain === 'author').map(({ name }) => name.trim())
  return together.length > 0 ? [...new Set(together)] : [entry.fields.get('dc:creator')?.trim() ?? '']
}

function authorOf(login: string, site: WxrSite, remarks: Remark[]): NamedReference[] {
  if (login === '') return []
  const name = fitText('name of the author', login, maxLength.authorName, remarks)
  return [site.authors.get(login) ?? { name, slug: toSlug(login) }]
}

function termsOf(entry: WxrItem, domain: string, site: WxrSite, remarks: Remark[]): NamedReference[] {
  const terms = new Map<string, NamedReference>()
  for (const term of entry.terms) {
    if (term.domain !== domain) continue
    const slug = toSlug(site.slugText(term.nicename))
    const name = fitText('name of a term', plainText(term.name), maxLength.termName, remarks) || slug
    if (name) terms.set(slug ?? name, { name, slug })
  }
  return [...terms.values()]
}

function linkOf(text: string): string | null {
  const link = text.trim()
  return isHttpUrl(link) ? link : null
}

function metaText(entry: WxrItem, key: string, max: number, remarks: Remark[]): string | null {
  const text = metaOf(entry, key)
  // Yoast's templates, `%%title%%`, mean nothing outside WordPress.
  return text.includes('%%') ? null : fitText(key, plainText(text), max, remarks) || null
}

function stateOf(
  entry: WxrItem,
  date: Date | null,
  now: Date,
  remarks: Remark[],
): Pick<ImportedItem, 'status' | 'publishAt'> {
  const status = entry.fields.get('wp:status')?.trim() || 'without status'
  const draft = (why: string) => {
    remarks.push({ code: 'status_changed', message: `It is ${why} in WordPress and became a draft` })
    return { status: 'draft', publishAt: null } as const
  }
  if (status === 'draft') return { status: 'draft', publishAt: null }
  if (status !== 'publish' && status !== 'future') return draft(`"${status}"`)
  if ((entry.fields.get('wp:post_password') ?? '') !== '') return draft('protected by a password')

  if (date === null) {
    if (status === 'future') return draft('scheduled for a day that the file does not name')
    remarks.push({ code: 'date_missing', message: 'It has no date' })
    return { status: 'published', publishAt: null }
  }
  if (date > now) return { status: 'scheduled', publishAt: date }
  if (status === 'future')
    remarks.push({ code: 'status_changed', message: 'It was scheduled for a day that has passed and became published' })
  return { status: 'published', publishAt: date }
}

/** The GMT date, else the one of the feed, else the local one read as UTC: drafts have `0000-00-00` where they were never published. */
function dateOf(entry: WxrItem): Date | null {
  const field = (name: string) => entry.fields.get(name)?.trim() ?? ''
  return parseDate(field('wp:post_date_gmt')) ?? feedDate(field('pubDate')) ?? parseDate(field('wp:post_date'))
}

// RFC 822; the year zero of WordPress reads "-0001".
function feedDate(text: string): Date | null {
  if (!/^(?:\w{3}, )?\d{1,2} \w{3} \d{4} \d{2}:\d{2}:\d{2} (?:[+-]\d{4}|GMT|UTC)$/.test(text)) return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) || date.getTime() < 0 ? null : date
}

function mimeOf(url: string): string | null {
  const extension = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  return mimes.get(extension) ?? null
}

const mimes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    svg: 'image/svg+xml',
    pdf: 'application/pdf',
    mp3: 'audio/mpeg',
    ogg: 'audio/ogg',
    mp4: 'video/mp4',
    mov: 'video/quicktime',
  }),
)
