import { type Expression, expressionBuilder, sql } from 'kysely'

import { gateOf } from '#areas/collections/index.ts'
import { termResource } from '#areas/taxonomies/index.ts'
import type { Reader } from '#kernel/database.ts'
import {
  type CollectionScope,
  feed,
  type FeedFind,
  type FeedPage,
  type FindQuery,
  type ListQuery,
} from '#kernel/feed.ts'
import { isId } from '#kernel/ids.ts'
import { readShaped } from '#kernel/shaped-read.ts'
import type { Tables } from '#kernel/tables.ts'
import { spelledSegment } from '#std/site-paths.ts'
import { bareSegment, lastSegment } from '#std/urls.ts'

import { asksFurther, furtherNames } from './further-attributes.ts'
import { itemAttributes, itemResource } from './item-resource.ts'
import { documentRows, type ItemRow, itemRows, type PageQuery, type PageRow } from './item-rows.ts'
import { itemOrders, narrowItems, visible, visibleById } from './narrow-items.ts'
import { storedResource, storing } from './stored-resource.ts'
import { variedFind, variedList } from './vary-items.ts'

type Declared = {
  type: 'articles' | 'items'
  noun: string
  summary: string
  paths: readonly string[]
  collection: CollectionScope
}

/** The feed of the items of a collection: articles and other items differ only in their paths. */
export function itemFeed(declared: Declared) {
  return feed({
    ...declared,
    attributes: itemAttributes,
    further: furtherNames,
    singleOnly: ['author'],
    includes: ['categories', 'tags', 'authors'],
    countsViews: true,
    statuses: true,
    // Related items may be of other collections.
    isOwn: (fields) => !asksFurther(fields),
    lists: {
      searches: 'title, excerpt, content, slug, canonical URL or external URL; a slug or URL finds its item too',
      filters: ['categories', 'tags', 'authors'],
      orders: itemOrders,
      offset: true,
    },
    list: listItems,
    find: findItem,
    stored: { list: listDocuments, find: findDocument },
  })
}

async function listItems(db: Reader, query: ListQuery): Promise<FeedPage> {
  const varied = variedList(query)
  const rows = await readShaped(db, varied, () => itemRows(db, varied.query, pageOf(varied.query)))
  const items = inOrder(rows).filter((row) => isItem(row))
  const resources = items.map((row) => itemResource(row, aroundOf(row, query)))
  return { ...pageAround(rows, query), resources, store: storing(items, resources, query) }
}

// A search costs more than what it finds: it is not made twice.
async function listDocuments(db: Reader, query: ListQuery): Promise<FeedPage | undefined> {
  if (query.fields !== undefined || query.search !== undefined) return undefined
  const varied = variedList(query, 'documents')
  const rows = await readShaped(db, varied, () => documentRows(db, varied.query, pageOf(varied.query)))
  const items = inOrder(rows).filter((row) => row.id !== null)
  const resources = items.flatMap((row) => storedResource(row, query) ?? [])
  return resources.length < items.length ? undefined : { ...pageAround(rows, query), resources }
}

async function findItem(db: Reader, key: string, query: FindQuery): Promise<FeedFind> {
  const varied = variedFind(namesOf(key), query)
  const [row] = await readShaped(db, varied, () =>
    itemRows(db, varied.query, pageOfOne(varied.query))
      .select(authorName().as('author'))
      .select(movedWithout(varied.query)),
  )
  if (row === undefined || !isItem(row)) return foundAround(row, query)
  const resource = itemResource(row, { ...aroundOf(row, query), author: row.author })
  return { ...foundAround(row, query), resource, store: storing([row], [resource], query) }
}

async function findDocument(db: Reader, key: string, query: FindQuery): Promise<FeedFind | undefined> {
  if (query.fields !== undefined) return undefined
  const varied = variedFind(namesOf(key), query, 'documents')
  const [row] = await readShaped(db, varied, () =>
    documentRows(db, varied.query, pageOfOne(varied.query))
      .select(authorName().as('author'))
      .select(movedWithout(varied.query)),
  )
  if (row === undefined || row.id === null) return foundAround(row, query)
  const resource = storedResource(row, query, { author: row.author })
  return resource && { ...foundAround(row, query), resource }
}

function pageOf(query: ListQuery) {
  return { before: query.offset, page: (creator: PageQuery) => narrowItems(creator, query) }
}

function pageOfOne(query: ByKey) {
  return { before: 0, page: (creator: PageQuery) => itemOf(creator, query) }
}

function inOrder<R extends { n: number | null }>(rows: readonly R[]): R[] {
  return rows.toSorted((a, b) => Number(a.n) - Number(b.n))
}

type Around = Parameters<typeof gateOf>[0] & {
  total?: number | null
  included?: Parameters<typeof termResource>[0][] | null
}

function pageAround(rows: readonly NonNullable<Around>[], query: FindQuery) {
  return { gate: gateOf(rows[0]), total: rows[0]?.total ?? 0, included: includedOf(rows, query) }
}

function foundAround(row: (NonNullable<Around> & { moved: Moved | null }) | undefined, query: FindQuery) {
  return {
    gate: gateOf(row),
    resource: undefined,
    included: includedOf(row ? [row] : [], query),
    moved: movedOf(row?.moved),
  }
}

type Behind = {
  collection_slug: string | null
  collection_url_template: string | null
  timezone: string
  site_url: string | null
}

/** What the gate says about the items behind it. */
function aroundOf(row: Behind, { baseUrl, organizationId }: FindQuery) {
  return {
    collection: {
      slug: row.collection_slug ?? '',
      urlTemplate: row.collection_url_template ?? '',
      timezone: row.timezone,
    },
    site: { siteUrl: row.site_url, baseUrl, organizationId },
  }
}

type ByKey = Pick<FindQuery, 'status'> & {
  key: string
  /** The last segment of the key as redirects have it, and with its capitals, decoded and encoded. */
  segment: string
  word: string
  encodedWord: string
  isKeyId: boolean
}

function namesOf(key: string): Omit<ByKey, 'status'> {
  const word = bareSegment(key)
  return { key, segment: lastSegment(key), word, encodedWord: spelledSegment(word), isKeyId: isId('item', key) }
}

// Always one narrow row, so that the statement has the form of a list.
function itemOf(creator: PageQuery, { key, isKeyId, status }: ByKey): Expression<PageRow> {
  const item = (isKeyId ? visibleById(status, sql.val(key)) : visible(status).where('i.slug', '=', key))
    .select(['i.id', sql<number>`1`.as('n')])
    .limit(1)
  return creator
    .selectFrom(sql<{ total: number }>`(select 1)`.as<'one'>(sql`one(total)`))
    .leftJoin(item.as('p'), (join) => join.onTrue())
    .select(['one.total', 'p.id', 'p.n'])
}

function authorName() {
  return expressionBuilder<Tables>()
    .selectFrom('item_term as it')
    .innerJoin('term as t', 't.id', 'it.term_id')
    .select('t.name')
    .where('it.item_id', '=', sql<string>`page.id`)
    .where('it.kind', '=', 'author')
    .orderBy('it.position')
    .orderBy('it.term_id')
    .limit(1)
}

type Moved = { id: string; slug: string }

function movedWithout(named: ByKey) {
  return sql<Moved | null>`case when page.id is null then ${movedTo(named)} end`.as('moved')
}

// Redirects are flattened when they are written, so one row names the final target (content.md#old-addresses-lead-on).
function movedTo({ status, ...named }: ByKey) {
  const target = visibleById(status, sql<string>`r.to_item_id`)
    .select('i.slug')
    .limit(1)
  return (
    expressionBuilder<Tables>()
      .selectFrom('redirect as r')
      .innerJoinLateral(
        () => target.as('target'),
        (join) => join.onTrue(),
      )
      .select(sql<Moved>`json_build_object('id', r.id, 'slug', target.slug)`.as('moved'))
      .where('r.from_slug', '=', sql<string>`any(${[named.key, named.segment]})`)
      .where(endsWith(named))
      // One that waits for an item of another collection is not in its way here; the path of the website is.
      .orderBy(sql`r.gave_way_to is null`, 'desc')
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(1)
  )
}

// The path ends in the word, capitals and all; or a template has more than the slug at its end, which only the column has then.
function endsWith({ key, word, encodedWord }: Omit<ByKey, 'status'>) {
  const end = sql`substring(r.from_path from '([^/]*)/?$')`
  return sql<boolean>`(${end} in (${word}, ${encodedWord}) or r.from_slug = ${key} and lower(${end}) not in (${key}, lower(${encodedWord})))`
}

function movedOf(moved: Moved | null | undefined): FeedFind['moved'] {
  return moved ? { key: moved.slug, redirectId: moved.id } : undefined
}

function includedOf(
  rows: readonly { included?: Parameters<typeof termResource>[0][] | null }[],
  { baseUrl }: FindQuery,
) {
  return rows.flatMap(({ included }) => included ?? []).map((term) => termResource(term, baseUrl))
}

// Every row of the statement carries the gate; without an item its columns are null.
function isItem<R extends { id: string | null }>(row: R): row is R & ItemRow {
  return row.id !== null
}
