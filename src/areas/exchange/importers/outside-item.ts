import { type CarriedTexts, carriedTexts } from '#areas/exchange/carried-texts.ts'
import { cleanHtml } from '#std/clean-html.ts'
import { parseHtml } from '#std/parse-html.ts'
import { decodePercent } from '#std/percent.ts'
import { isHttpUrl } from '#std/urls.ts'

import { parseDate } from './front-matter-fields.ts'
import { cleanText, fitText, maxLength, pathOf, plainText, toSlug } from './import-text.ts'
import { withoutEmptyParagraphs, withoutTitle } from './leading-text.ts'
import type { ImportedItem, ImportedMedia, NamedReference, Remark } from './record.ts'

/** An entry from somebody else's server before it becomes a record. HTML texts are untrusted. */
export type OutsideEntry = {
  sourceKey: string
  /** Its address, if it has one. */
  link: string | null
  titleHtml: string
  slug?: string | undefined
  bodyHtml: string
  /** Where relative addresses of the body lead. */
  baseUrl: string
  excerptHtml: string
  published: string
  modified: string
  authors: readonly NamedReference[]
  categories: readonly NamedReference[]
  tags: readonly NamedReference[]
  featuredMediaKey?: string | null
} & Partial<Record<keyof CarriedTexts, string>>

/** An entry as a record, with remarks on what was changed; undefined where it has neither a title nor text. */
export function outsideItem(entry: OutsideEntry, now: Date, remarks: Remark[]): ImportedItem | undefined {
  const { sourceKey, link, baseUrl } = entry
  const externalUrl = link !== null && isHttpUrl(link) ? link : null
  const body = withoutEmptyParagraphs(cleanText(cleanHtml(parseHtml(entry.bodyHtml), { baseUrl }), remarks))
  const title = titleOf(entry, body, remarks)
  if (title === '') return undefined
  const content = withoutTitle(body, title)
  const publishAt = dateOf(entry.published)
  const wanted =
    entry.slug ??
    (externalUrl === null || externalUrl.includes('?') ? '' : (pathOf(externalUrl)?.split('/').at(-1) ?? ''))
  return {
    kind: 'item',
    sourceKey,
    sourceLabel: (link ?? sourceKey).slice(0, 300),
    type: 'post',
    title,
    slug: toSlug(decodePercent(wanted).replace(/\.(?:html?|php|aspx?)$/i, '')),
    content,
    contentFormat: 'html',
    excerpt: fitText('excerpt', plainText(entry.excerptHtml), maxLength.excerpt, remarks) || null,
    ...(publishAt !== null && publishAt > now
      ? { status: 'scheduled', publishAt }
      : { status: 'published', publishAt }),
    createdAt: publishAt !== null && publishAt <= now ? publishAt : null,
    modifiedAt: dateOf(entry.modified),
    authors: namesOf('author', entry.authors, maxLength.authorName, remarks),
    categories: namesOf('category', entry.categories, maxLength.termName, remarks),
    tags: namesOf('tag', entry.tags, maxLength.termName, remarks),
    aliases: [],
    sourcePath: externalUrl === null || externalUrl.includes('?') ? null : pathOf(externalUrl),
    externalUrl,
    featuredMediaKey: entry.featuredMediaKey ?? null,
    ...carriedTexts(({ label, max }, field) => fitText(label, plainText(entry[field] ?? ''), max, remarks) || null),
  }
}

/** An image at an address, recognised by it unless the source has a key of its own. */
export function outsideImage(url: string, more: Partial<ImportedMedia> = {}): ImportedMedia {
  return {
    kind: 'media',
    sourceKey: `media:${url}`,
    sourceLabel: url,
    url,
    title: null,
    alt: null,
    description: null,
    mime: null,
    ...more,
  }
}

function titleOf({ titleHtml }: OutsideEntry, content: string, remarks: Remark[]): string {
  const title = fitText('title', plainText(titleHtml), maxLength.title, remarks)
  if (title !== '') return title
  const made = fitText('title', plainText(content.slice(0, 5000)).split(/\s+/).slice(0, 10).join(' '), 80, [])
  if (made !== '') remarks.push({ code: 'title_made', message: `It has no title: "${made}" was made for it` })
  return made
}

function namesOf(what: string, names: readonly NamedReference[], max: number, remarks: Remark[]): NamedReference[] {
  const found = new Map<string, NamedReference>()
  for (const { name, slug } of names.slice(0, 300)) {
    const fitted = fitText(`name of the ${what}`, plainText(name), max, remarks)
    if (fitted !== '' && !found.has(fitted.toLowerCase())) found.set(fitted.toLowerCase(), { name: fitted, slug })
  }
  return [...found.values()]
}

/** ISO 8601 or RFC 822. */
function dateOf(text: string): Date | null {
  const iso = parseDate(text)
  if (iso !== null) return iso
  if (text.length > 60 || !/^(?:[A-Za-z]{3,9},?\s+)?\d{1,2}\s+[A-Za-z]{3,9}\s+\d{4}\b/.test(text)) return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) || date.getTime() < 0 ? null : date
}
