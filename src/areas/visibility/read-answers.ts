import { sql } from 'kysely'

import { urlOfRow } from '#areas/addresses/index.ts'
import { allCollections, isOpen, timezoneOfOrganization } from '#areas/collections/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { comparablePath } from '#std/comparable-url.ts'
import { slugsReader } from '#std/url-templates.ts'

import type { Brands } from './brands.ts'
import { extractMentions, type Mention } from './extraction/extract-mentions.ts'
import { type Citation, type GivenCitation, ownerOf, readCitations, sourceUrl } from './extraction/read-citations.ts'
import type { Terms } from './extraction/terms.ts'

/** What is read out of an answer. */
export type Reading = { answerId: string; mentions: Mention[]; citations: Citation[] }

export function readAnswer(
  answer: { id: string; text: string; citations: readonly GivenCitation[] },
  { terms, owners }: Brands,
): Reading {
  return {
    answerId: answer.id,
    mentions: extractMentions(answer.text, terms),
    citations: readCitations(answer.citations, owners),
  }
}

/** Rows of one statement: it has a limited number of values. */
const mostAtOnce = 1000

export type Site = { siteUrl: string | null; baseUrl: string; organizationId: string }

/** Stores what was read out of new answers. */
export async function storeReadings(db: Writer, readings: readonly Reading[], { site }: { site: Site }): Promise<void> {
  await insertMentions(db, readings)
  const citations = readings.flatMap(({ answerId, citations }) =>
    citations.map((one, at) => ({ answerId, position: at + 1, ...one })),
  )
  if (citations.length === 0) return
  const items = await itemsAt(
    db,
    citations.flatMap(({ url }) => url ?? []),
    site,
  )
  const rows = citations.map(({ answerId, position, url, domain, title, kind, count, ownership, brandId }) => ({
    answer_id: answerId,
    position,
    url,
    domain,
    title,
    kind,
    count,
    ownership,
    brand_id: brandId,
    matched_item_id: url === null ? null : (items.get(url) ?? null),
  }))
  for (let from = 0; from < rows.length; from += mostAtOnce)
    await db
      .insertInto('asv_citation')
      .values(rows.slice(from, from + mostAtOnce))
      .execute()
}

async function insertMentions(db: Writer, readings: readonly Pick<Reading, 'answerId' | 'mentions'>[]): Promise<void> {
  const rows = readings.flatMap(({ answerId, mentions }) =>
    mentions.map(({ brandId, count, firstOffset, rank, sentiment, snippet, offsets }) => ({
      answer_id: answerId,
      brand_id: brandId,
      count,
      first_offset: firstOffset,
      rank,
      sentiment,
      method: 'lexicon',
      snippet,
      offsets: JSON.stringify(offsets),
    })),
  )
  for (let from = 0; from < rows.length; from += mostAtOnce)
    await db
      .insertInto('asv_mention')
      .values(rows.slice(from, from + mostAtOnce))
      .execute()
}

/** The next stored answers, after an id, that were read with other names than these. */
export async function findStale(db: Reader, { key }: Pick<Terms, 'key'>, after: string, limit: number) {
  return db
    .selectFrom('asv_answer')
    .select(['id', 'text'])
    .where('id', '>', after)
    .where('state', '=', 'ok')
    .where(sql<boolean>`terms_key is distinct from ${key}`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

type Again = Pick<Reading, 'answerId' | 'mentions'>

/** Stores what was read out of stored answers again, and whose sources they have. Those that are gone meanwhile are left out. */
export async function storeAgain(
  db: Writer,
  readings: readonly Again[],
  { brands, site }: { brands: Brands; site: Site },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`update app.asv_answer set terms_key = ${brands.terms.key}
    where organization_id = app.org() and id = any(${readings.map(({ answerId }) => answerId)}::text[]) returning id`.execute(
    db,
  )
  const ids = new Set(rows.map(({ id }) => id))
  const theirs = sql<string>`any(${[...ids]}::text[])`
  await db.deleteFrom('asv_mention').where('answer_id', '=', theirs).execute()
  await insertMentions(
    db,
    readings.filter(({ answerId }) => ids.has(answerId)),
  )
  await assignSources(db, [...ids], { brands, site })
}

async function assignSources(
  db: Writer,
  answerIds: readonly string[],
  { brands, site }: { brands: Brands; site: Site },
): Promise<void> {
  const theirs = sql<string>`any(${[...answerIds]}::text[])`
  const rows = await db
    .selectFrom('asv_citation')
    .select(['url', 'domain', 'ownership', 'brand_id', 'matched_item_id'])
    .distinct()
    .where('answer_id', '=', theirs)
    .execute()
  const items = await itemsAt(
    db,
    rows.flatMap(({ url }) => url ?? []),
    site,
  )
  const changed = rows.flatMap((row) => {
    const { ownership, brandId } = ownerOf(row.domain, brands.owners)
    const itemId = row.url === null ? null : (items.get(row.url) ?? null)
    const isSame = ownership === row.ownership && brandId === row.brand_id && itemId === row.matched_item_id
    return isSame ? [] : [{ url: row.url, domain: row.domain, ownership, brand_id: brandId, item_id: itemId }]
  })
  if (changed.length === 0) return
  await sql`update app.asv_citation s set ownership = n.ownership, brand_id = n.brand_id, matched_item_id = n.item_id
    from jsonb_to_recordset(${JSON.stringify(changed)}::text::jsonb)
      as n (url text, domain text, ownership text, brand_id text, item_id text)
    where s.organization_id = app.org() and s.answer_id = ${theirs} and s.domain = n.domain
      and s.url is not distinct from n.url`.execute(db)
}

/** The published items that have these addresses, by address as sources are counted. */
async function itemsAt(
  db: Reader,
  urls: readonly string[],
  { siteUrl, baseUrl, organizationId }: Site,
): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map()
  const slugs = await slugsAt(db, urls, siteUrl)
  const rows = await db
    .selectFrom('item as i')
    .innerJoin('collection as c', 'c.id', 'i.collection_id')
    .select(['i.id', 'i.slug', 'i.canonical_url', 'i.category_slug', 'i.publish_at'])
    .select(['c.slug as collection_slug', 'c.url_template', timezoneOfOrganization])
    .where('i.effective_status', '=', 'published')
    .where('i.trashed_at', 'is', null)
    .where(isOpen('c'))
    .where((eb) => eb.or([eb('i.slug', '=', sql<string>`any(${slugs})`), eb('i.canonical_url', 'is not', null)]))
    .execute()
  const wanted = new Set(urls)
  const found = new Map<string, string>()
  for (const row of rows) {
    const collection = { slug: row.collection_slug, urlTemplate: row.url_template, timezone: row.timezone }
    const url = sourceUrl(urlOfRow(row, { collection, site: { siteUrl, baseUrl, organizationId } }))
    if (url !== undefined && wanted.has(url)) found.set(url, row.id)
  }
  return found
}

/** The slugs that items at these addresses could have: the last segment, and what the template of a collection says. */
async function slugsAt(db: Reader, urls: readonly string[], siteUrl: string | null): Promise<string[]> {
  const site = siteUrl === null ? null : URL.parse(sourceUrl(siteUrl) ?? '')
  const paths = urls.flatMap((url) => {
    const { host, pathname } = new URL(url)
    return host === site?.host ? [comparablePath(pathname)] : []
  })
  const last = urls.map((url) => lastSegment(url))
  if (site === null || paths.length === 0) return last
  const base = comparablePath(site.pathname).replace(/^\/$/, '')
  const readers = (await allCollections(db)).map(({ urlTemplate }) =>
    slugsReader(comparablePath(`${base}${urlTemplate}`)),
  )
  return [...last, ...readers.flatMap((read) => paths.flatMap(read))]
}

function lastSegment(url: string): string {
  const segment =
    URL.parse(url)
      ?.pathname.split('/')
      .findLast((one) => one !== '') ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
