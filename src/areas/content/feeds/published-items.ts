import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely'

import { urlOfRow } from '#areas/addresses/index.ts'
import { gateColumns, gated, gateOf } from '#areas/collections/index.ts'
import { breathing, breather } from '#kernel/breathe.ts'
import type { Reader } from '#kernel/database.ts'
import type { DocumentQuery, Gate } from '#kernel/feed.ts'
import type { Tables } from '#kernel/tables.ts'

/** A published item with its public URL, as sitemap, feed and llms.txt show it. */
export type PublishedItem = {
  id: string
  title: string
  url: string
  /** Whether somebody chose `url` as its canonical one. */
  isCanonicalGiven: boolean
  collectionName: string
  /** The excerpt, else the meta description. */
  summary: string | null
  html: string | null
  authors: string[]
  publishedAt: Date
  /** When readers last saw another text: at its publication, or when a text or SEO field was changed since. */
  textChangedAt: Date
}

export type Published = {
  gate: Gate | undefined
  /** How many published items may be indexed; counted only for `atMost`. */
  indexed: number
  items: PublishedItem[]
  /** The last change of one of them, or of its collection. */
  changedAt: Date | undefined
}

/** What documents say where the addresses in them are not those of a website (content-api.md#documents). */
export const withoutSite = 'siteUrl is not set: addresses of items are those of the Content API.'

type Choice = {
  order: 'newest' | 'id'
  /** Leaves out what search engines must not index, or find elsewhere. */
  indexedOnly?: boolean
  limit: number
  offset?: number
  /** No rows if there are more items than this: then only their number is wanted. */
  atMost?: number
  withBody?: boolean
}

/** Published items of all open collections in one statement. */
export async function publishedItems(db: Reader, query: DocumentQuery, choice: Choice): Promise<Published> {
  const rows = await gated(db, undefined)
    .with('tally', () => tally(choice.atMost !== undefined))
    .selectFrom('gate')
    .innerJoin('tally', (join) => join.onTrue())
    .leftJoin(chosen(choice).as('p'), (join) => join.onTrue())
    .leftJoinLateral(
      () => wide(choice).as('row'),
      (join) => join.onTrue(),
    )
    .select(gateColumns)
    .select(['gate.timezone', 'tally.indexed', 'p.n', 'p.collection_slug', 'p.collection_name', 'p.url_template'])
    .select('p.collection_updated_at')
    .selectAll('row')
    .execute()
  const gate = gateOf(rows[0])
  const site = { ...query, siteUrl: gate?.siteUrl ?? null }
  const inOrder = rows.toSorted((a, b) => Number(a.n) - Number(b.n))
  const items = await breathing(inOrder, breather(undefined), (row) => itemOf(row, site))
  return {
    gate,
    indexed: rows[0]?.indexed ?? 0,
    items: items.filter((item) => item !== undefined),
    changedAt: rows.reduce<Date | undefined>(
      (newest, row) => later(later(newest, row.updated_at), row.collection_updated_at),
      undefined,
    ),
  }
}

function later(one: Date | undefined, other: Date | null): Date | undefined {
  return other !== null && (one === undefined || other > one) ? other : one
}

type Open = { id: string; slug: string; name: string; url_template: string; updated_at: Date }
type Row = {
  id: string | null
  slug: string | null
  title: string | null
  canonical_url: string | null
  category_slug: string | null
  publish_at: Date | null
  timezone: string
  collection_slug: string | null
  collection_name: string | null
  url_template: string | null
  summary: string | null
  content_html: string | null
  authors: string[] | null
  sort_date: Date | null
  updated_at: Date | null
  edited_at: Date | null
}

function published() {
  return expressionBuilder<Tables & { open: Open }>()
    .selectFrom('item as i')
    .where('i.collection_id', '=', sql<string>`open.id`)
    .where('i.trashed_at', 'is', null)
    .where('i.effective_status', '=', 'published')
}

// What has its canonical address on another host is indexed there: a sitemap has addresses of one host (content-api.md#documents).
const isIndexed = sql<boolean>`coalesce(i.robots ->> 'noindex', 'false') <> 'true'
  and (i.canonical_url is null or ${hostOf(sql`i.canonical_url`)} = ${hostOf(sql`(select gate.site_url from gate)`)})`

function hostOf(url: RawBuilder<unknown>) {
  return sql`lower(substring(${url} from '(?i)^https?://([^/?#]+)'))`
}

function tally(wanted: boolean): Expression<{ indexed: number }> {
  const counts = expressionBuilder<Tables & { open: Open }>()
    .selectFrom('open')
    .innerJoinLateral(
      () =>
        published()
          .where(isIndexed)
          .select(sql<number>`count(*)`.as('indexed'))
          .as('c'),
      (join) => join.onTrue(),
    )
    .select(sql<number>`coalesce(sum(c.indexed), 0)::int8`.as('indexed'))
  return wanted ? counts : sql<{ indexed: number }>`(select 0 as indexed)`
}

// Each collection is one range of its narrow index; the ranges are merged as narrow rows.
function chosen({ order, indexedOnly, limit, offset = 0, atMost }: Choice) {
  const within = order === 'newest' ? sql`i.sort_date desc, i.id desc` : sql`i.id`
  const overall = order === 'newest' ? sql`r.key desc, r.id desc` : sql`r.id`
  const range = published()
    .$if(indexedOnly === true, (some) => some.where(isIndexed))
    .$if(atMost !== undefined, (some) => some.where(sql<boolean>`(select tally.indexed from tally) <= ${atMost}`))
    .select(['i.id', 'i.sort_date as key'])
    .orderBy(within)
    .limit(offset + limit)
  return expressionBuilder<Tables & { open: Open }>()
    .selectFrom('open')
    .innerJoinLateral(
      () => range.as('r'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'open.slug as collection_slug', 'open.name as collection_name', 'open.url_template'])
    .select('open.updated_at as collection_updated_at')
    .select(sql<number>`row_number() over (order by ${overall})`.as('n'))
    .orderBy(overall)
    .limit(limit)
    .offset(offset)
}

function wide({ withBody }: Choice) {
  const rows = expressionBuilder<Tables>()
    .selectFrom('item as i')
    .where('i.id', '=', sql<string>`p.id`)
  return rows
    .select([
      'i.id',
      'i.slug',
      'i.title',
      'i.canonical_url',
      'i.category_slug',
      'i.publish_at',
      'i.sort_date',
      'i.updated_at',
      'i.edited_at',
    ])
    .select(sql<string | null>`coalesce(i.excerpt, i.meta_description)`.as('summary'))
    .select([bodyOf(withBody === true).as('content_html'), authorsOf(withBody === true).as('authors')])
    .limit(1)
}

const nothing = sql<null>`null::text`

function bodyOf(wanted: boolean) {
  if (!wanted) return sql<string | null>`${nothing}`
  const body = expressionBuilder<Tables>()
    .selectFrom('item_body as b')
    .select('b.content_html')
    .where('b.item_id', '=', itemId)
  return sql<string | null>`${body}`
}

function authorsOf(wanted: boolean) {
  if (!wanted) return sql<string[] | null>`${nothing}`
  const names = expressionBuilder<Tables>()
    .selectFrom('item_term as it')
    .innerJoin('term as t', 't.id', 'it.term_id')
    .select(sql<string[]>`array_agg(t.name order by it.position, it.term_id)`.as('names'))
    .where('it.item_id', '=', itemId)
    .where('it.kind', '=', 'author')
  return sql<string[] | null>`${names}`
}

const itemId = sql<string>`i.id`

function itemOf(
  row: Row,
  site: { siteUrl: string | null; baseUrl: string; organizationId: string },
): PublishedItem | undefined {
  const { id, slug, title, sort_date: publishedAt } = row
  if (id === null || slug === null || title === null || publishedAt === null) return undefined
  const collection = { slug: row.collection_slug ?? '', urlTemplate: row.url_template ?? '', timezone: row.timezone }
  return {
    id,
    title,
    url: urlOfRow({ ...row, id, slug }, { collection, site }),
    isCanonicalGiven: row.canonical_url !== null,
    collectionName: row.collection_name ?? '',
    summary: row.summary,
    html: row.content_html,
    authors: row.authors ?? [],
    publishedAt,
    textChangedAt: row.edited_at !== null && row.edited_at > publishedAt ? row.edited_at : publishedAt,
  }
}
