import {
  type AliasableExpression,
  type Expression,
  expressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'

import { searchedItems } from '#areas/content/stored/search.ts'
import type { Status } from '#areas/items/index.ts'
import { type TermKind, termKinds, typeOfTerm } from '#areas/taxonomies/index.ts'
import type { FeedStatus, ListQuery } from '#kernel/feed.ts'
import type { ItemId } from '#kernel/ids.ts'
import type { Tables } from '#kernel/tables.ts'

import { openCollection, type PageQuery, type PageRow } from './item-rows.ts'

const columnOf = {
  date: 'sort_date',
  publish_at: 'publish_at',
  created_at: 'created_at',
  updated_at: 'updated_at',
  title: 'title_key',
  slug: 'slug',
  id: 'id',
} as const

/** The orders of items, the default first (content-api.md#stable-orders). */
export const itemOrders = ['date', 'publish_at', 'created_at', 'updated_at', 'title', 'slug', 'id'] as const

const statuses: Status[] = ['draft', 'published', 'scheduled']
const sqlDirection = { asc: sql`asc`, desc: sql`desc` }

/**
 * Ids and total of one page of items, from narrow indexes only. Ties break by id in the same direction, and
 * NULLs, which only mixed statuses have, come last (content-api.md#stable-orders).
 */
export function narrowItems(creator: PageQuery, query: ListQuery): Expression<PageRow> {
  const { filters, search, status } = query
  const [only, ...more] = filters
  const term = only && more.length === 0 && only[1].length === 1 ? { kind: kindOf(only[0]), id: only[1][0] } : undefined
  if (search === undefined && filters.size === 0)
    return status === 'all' ? everyStatus(creator, query) : oneStatus(creator, query)
  if (search === undefined && term?.kind && term.id && status !== 'all' && query.orderBy === 'date')
    return oneTerm(creator, query, { kind: term.kind, id: term.id })
  return chosen(creator, query)
}

// A range of one index, read forwards or backwards.
function oneStatus(creator: PageQuery, query: ListQuery): Expression<PageRow> {
  const rows = visible(query.status)
  const order = orderOf(query, sql.ref(`i.${columnOf[keyOf(query)]}`), sql.ref('i.id'))
  return paged(creator, query, itemCount(query), rows.select(['i.id', order.n]).orderBy(order.by))
}

// There is an index across all statuses only for the date: for other orders, each status is one range.
function everyStatus(creator: PageQuery, query: ListQuery): Expression<PageRow> {
  if (keyOf(query) === 'date') return oneStatus(creator, query)
  const range = visible('all')
    .where('i.effective_status', '=', sql<Status>`s.status`)
    .select(['i.id', `i.${columnOf[keyOf(query)]} as key`])
    .orderBy(orderOf(query, sql.ref(`i.${columnOf[keyOf(query)]}`), sql.ref('i.id')).by)
    .limit(sql<number>`${query.offset}::int8 + ${query.limit}::int8`)
  const order = orderOf(query, sql.ref('r.key'), sql.ref('r.id'), 'nulls last')
  const rows = expressionBuilder<Tables>()
    .selectFrom(sql<{ status: string }>`unnest(${statuses}::text[])`.as<'s'>(sql`s(status)`))
    .innerJoinLateral(
      () => range.as('r'),
      (join) => join.onTrue(),
    )
  return paged(creator, query, itemCount(query), rows.select(['r.id', order.n]).orderBy(order.by))
}

// "Page 1 of tag X" is a range of the index that repeats date and status next to the term.
function oneTerm(creator: PageQuery, query: ListQuery, term: { kind: TermKind; id: string }): Expression<PageRow> {
  const rows = expressionBuilder<Tables>()
    .selectFrom('item_term as t')
    .where('t.collection_id', '=', openCollection)
    .where('t.kind', '=', term.kind)
    .where('t.term_id', '=', term.id)
    .where('t.status', '=', query.status)
  const order = orderOf(query, sql.ref('t.sort_date'), sql.ref('t.item_id'))
  return paged(
    creator,
    query,
    termCount(query, term) ?? rows.select(count),
    rows.select(['t.item_id as id', order.n]).orderBy(order.by),
  )
}

// Searches and combined filters: their hits as narrow rows, counted and sorted.
function chosen(creator: PageQuery, query: ListQuery): Expression<PageRow> {
  const rows = expressionBuilder<Tables & { hits: { id: string; key: unknown } }>().selectFrom('hits')
  const order = orderOf(query, sql.ref('hits.key'), sql.ref('hits.id'), 'nulls last')
  return paged(withHits(creator, query), query, rows.select(count), rows.select(['hits.id', order.n]).orderBy(order.by))
}

// Words are looked for only where the phrase is in nothing that the request may see.
function withHits(creator: PageQuery, query: ListQuery) {
  const searched = searchedItems(query.search)
  const words = searched?.else
  const found = creator.with('found', () => candidates(query, searched?.ids))
  if (words === undefined) return found.with('hits', () => visibleAmong('found', query))
  return found
    .with('phrase', () => visibleAmong('found', query))
    .with('found_apart', () => candidates(query, words).where(sql<boolean>`not exists (select from phrase)`))
    .with('hits', (behind) => behind.selectFrom('phrase').selectAll().unionAll(visibleAmong('found_apart', query)))
}

type Candidates = Record<'found' | 'found_apart', { id: string }>

// Ids that a search and the terms find, whatever their status.
function candidates({ search, filters, status }: ListQuery, ids: RawBuilder<string> | undefined) {
  const tagged = taggedItems(filters, status)
  const found = sql<{ id: string }>`${ids}`
  return expressionBuilder<Tables>()
    .selectFrom(search === undefined ? tagged.as('c') : found.as<'c'>(sql`c(id)`))
    .$if(search !== undefined && filters.size > 0, (both) => both.innerJoin(tagged.as('tagged'), 'tagged.id', 'c.id'))
    .select('c.id')
}

// Few candidates are looked up one by one; where there are many, the range of an index is read and compared with them. The
// database sees how many there are when the statement runs (content.md#plans-of-searches).
function visibleAmong(found: keyof Candidates, query: ListQuery) {
  const column = `i.${columnOf[keyOf(query)]}` as const
  const isMany = sql<boolean>`(select count(*) from ${sql.table(found)}) > ${manyCandidates}`
  const item = visibleById(query.status, sql<string>`c.id`)
  const few = expressionBuilder<Tables & Candidates>()
    .selectFrom(`${found} as c`)
    .innerJoinLateral(
      () => item.select(`${column} as key`).limit(1).as('i'),
      (join) => join.onTrue(),
    )
    .select(['c.id', 'i.key'])
    .where(({ not }) => not(isMany))
  const many = visible(query.status)
    .select(['i.id', `${column} as key`])
    .where(sql<boolean>`(i.id in (select id from ${sql.table(found)})) is true`)
    .where(isMany)
  return few.unionAll(many)
}

const manyCandidates = 2000

// An id shows its kind, so an item that has a term of each kind of filter matches all groups.
function taggedItems(filters: ListQuery['filters'], status: FeedStatus) {
  const kinds = [...filters.keys()].flatMap((name) => kindOf(name) ?? [])
  return expressionBuilder<Tables>()
    .selectFrom('item_term as t')
    .select('t.item_id as id')
    .where('t.collection_id', '=', openCollection)
    .where('t.kind', '=', sql<TermKind>`any(${kinds})`)
    .where('t.term_id', '=', sql<string>`any(${[...filters.values()].flat()})`)
    .where('t.status', status === 'all' ? '<>' : '=', status === 'all' ? 'trash' : status)
    .groupBy('t.item_id')
    .having((eb) => eb.fn.count('t.kind').distinct(), '=', kinds.length)
}

/** Items of the open collection that are not in the trash, of one status or of all. */
export function visible(status: FeedStatus) {
  return expressionBuilder<Tables>()
    .selectFrom('item as i')
    .where('i.trashed_at', 'is', null)
    .where('i.collection_id', '=', openCollection)
    .$call((some) => (status === 'all' ? some : some.where('i.effective_status', '=', status)))
}

/**
 * The same of one item by its id. The trash is excluded in words that none of the indexes of lists has for its condition, so that the key is
 * the only one that serves: the planner knows the size of an average organization, and in a large one it would read the whole range
 * of a list for each id (content.md#plans-of-searches).
 */
export function visibleById(status: FeedStatus, id: Expression<string>) {
  return expressionBuilder<Tables>()
    .selectFrom('item as i')
    .where('i.id', '=', sql<ItemId>`${id}`)
    .where(sql<boolean>`coalesce(i.trashed_at, 'infinity') = 'infinity'`)
    .where('i.collection_id', '=', openCollection)
    .$call((some) => (status === 'all' ? some : some.where('i.effective_status', '=', status)))
}

// What is kept says how many there are, so that nobody counts them (content.md#counts-are-kept).
function itemCount({ status }: ListQuery) {
  return expressionBuilder<Tables>()
    .selectFrom('item_count as k')
    .select(sql<number>`coalesce(sum(k.n), 0)::int8`.as('total'))
    .where('k.collection_id', '=', openCollection)
    .where('k.status', status === 'all' ? '<>' : '=', status === 'all' ? 'trash' : status)
}

function termCount({ status }: ListQuery, term: { kind: TermKind; id: string }) {
  if (status !== 'published') return undefined
  return expressionBuilder<Tables>()
    .selectFrom('term_count as k')
    .select(sql<number>`coalesce(sum(k.n), 0)::int8`.as('total'))
    .where('k.collection_id', '=', openCollection)
    .where('k.kind', '=', term.kind)
    .where('k.term_id', '=', term.id)
}

// The total is next to the page, so that a page beyond the end has it too.
function paged(
  creator: PageQuery,
  { limit, offset }: ListQuery,
  total: AliasableExpression<{ total: number }>,
  rows: SelectQueryBuilder<never, never, { id: string; n: number }>,
): Expression<PageRow> {
  return creator
    .selectFrom(total.as('tally'))
    .leftJoin(rows.limit(limit).offset(offset).as('p'), (join) => join.onTrue())
    .select(['tally.total', 'p.id', 'p.n'])
}

function kindOf(filter: string): TermKind | undefined {
  return termKinds.find((kind) => typeOfTerm(kind) === filter)
}

function keyOf({ orderBy }: ListQuery) {
  return itemOrders.find((order) => order === orderBy) ?? 'date'
}

// The window has the same order as the rows, so that one scan of the index returns both.
function orderOf(
  { direction }: ListQuery,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  nulls: 'nulls last' | 'none' = 'none',
) {
  const by = sql`${key} ${sqlDirection[direction]} ${nulls === 'none' ? sql`` : sql`nulls last`}, ${id} ${sqlDirection[direction]}`
  return { by, n: sql<number>`row_number() over (order by ${by})`.as('n') }
}

const count = sql<number>`count(*)`.as('total')
