import { type Expression, type SqlBool, sql } from 'kysely'

import { idsFrom, type Searched, searchedItems } from '#areas/content/stored/search.ts'
import { itemOf, type ItemRow, type Status, statuses as allStatuses } from '#areas/items/index.ts'
import { type TermKind, termKinds } from '#areas/taxonomies/index.ts'
import type { Reader } from '#kernel/database.ts'
import { searchPatterns } from '#std/search-patterns.ts'

/** The orders of a list; `-` is descending. Ties break by id in the same direction. */
export const itemOrders = [
  '-updatedAt',
  'updatedAt',
  '-createdAt',
  'createdAt',
  '-publishAt',
  'publishAt',
  'title',
  '-title',
] as const
export type ItemOrder = (typeof itemOrders)[number]

export type ItemFilter = {
  search?: string | undefined
  collectionId?: string | undefined
  ids?: readonly string[] | undefined
  statuses?: readonly Status[] | undefined
  trashed?: boolean | undefined
  terms?: Partial<Record<TermKind, string | undefined>>
  updatedFrom?: Date | undefined
  updatedTo?: Date | undefined
  reviewState?: ItemRow['review_state'] | undefined
  externalState?: ItemRow['external_state'] | undefined
  /** Whether an edit request is open. */
  hasEditRequests?: boolean | undefined
  /** Whether each `condition`, that something of a gravity is open, is to hold. */
  warned?: readonly { is: boolean; condition: Expression<SqlBool> }[] | undefined
}

const columnOf = {
  updatedAt: 'updated_at',
  createdAt: 'created_at',
  publishAt: 'publish_at',
  title: 'title_key',
} as const

type Page = { page: number; pageSize: number; orderBy: ItemOrder }

/** One page of the items that match every given filter, and their number. */
export async function listItemRows(
  db: Reader,
  filter: ItemFilter,
  page: Page,
): Promise<{ rows: ItemRow[]; total: number }> {
  const [total, rows] = await Promise.all([countItems(db, filter), findItemRows(db, filter, page)])
  return { rows, total }
}

/** One page of the items that match every given filter. */
export async function findItemRows(
  db: Reader,
  filter: ItemFilter,
  { page, pageSize, orderBy }: Page,
): Promise<ItemRow[]> {
  const direction = orderBy.startsWith('-') ? ('desc' as const) : ('asc' as const)
  const column = columnOf[orderBy.replace('-', '') as keyof typeof columnOf]
  const wanted = matchingItems(db, filter)
    .selectAll('item')
    .orderBy(`item.${column}`, (order) =>
      column === 'publish_at' ? order[direction]().nullsLast() : order[direction](),
    )
    .orderBy('item.id', direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return (await wanted.execute()).map((row) => itemOf(row))
}

/** How many items a filter finds. */
export async function countItems(db: Reader, filter: ItemFilter): Promise<number> {
  const kept = keptStatuses(filter)
  if (kept !== undefined) return keptCount(db, kept, filter.collectionId)
  const { total } = await matchingItems(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Whether the numbers of what a filter finds, by status and in the trash, are kept (content.md#counts-are-kept). */
export function areCountsKept(filter: ItemFilter): boolean {
  return keptStatuses(filter) !== undefined
}

/** The statuses whose kept numbers add up to what a filter finds; undefined if it also asks for something else. */
function keptStatuses({ statuses, trashed, terms, search, ...filter }: ItemFilter) {
  const others = { ...filter, collectionId: undefined }
  const given = [...Object.values(others), ...Object.values(terms ?? {}), search?.trim() || undefined]
  if (given.some((part) => part !== undefined)) return undefined
  if (trashed !== true) return statuses ?? allStatuses
  return statuses === undefined ? ['trash'] : undefined
}

/** The number of items that is kept (content.md#counts-are-kept). */
async function keptCount(db: Reader, statuses: readonly string[], collectionId: string | undefined): Promise<number> {
  const { total } = await db
    .selectFrom('item_count')
    .select(sql<number>`coalesce(sum(n), 0)::int8`.as('total'))
    .where('status', '=', sql<string>`any(${[...new Set(statuses)]})`)
    .$if(collectionId !== undefined, (query) => query.where('collection_id', '=', collectionId ?? ''))
    .executeTakeFirstOrThrow()
  return total
}

/** The items of a filter, before they are ordered. */
export function matchingItems(db: Reader, filter: ItemFilter) {
  const hits = searchedItems(searchPatterns(filter.search ?? ''))
  let query = untrashedOr(db, filter)
  if (filter.collectionId !== undefined) query = query.where('item.collection_id', '=', filter.collectionId)
  if (filter.ids !== undefined) query = query.where('item.id', '=', sql<ItemRow['id']>`any(${[...filter.ids]})`)
  if (filter.statuses !== undefined)
    query = query.where('item.effective_status', '=', sql<Status>`any(${[...filter.statuses]})`)
  if (filter.updatedFrom !== undefined) query = query.where('item.updated_at', '>=', filter.updatedFrom)
  if (filter.updatedTo !== undefined) query = query.where('item.updated_at', '<=', filter.updatedTo)
  if (filter.reviewState !== undefined) query = query.where('item.review_state', '=', filter.reviewState)
  if (filter.externalState !== undefined) query = query.where('item.external_state', '=', filter.externalState)
  if (filter.hasEditRequests !== undefined)
    query = query.where(({ exists, not, selectFrom }) => {
      const open = exists(
        selectFrom('edit_request')
          .select('edit_request.id')
          .whereRef('edit_request.item_id', '=', 'item.id')
          .where('edit_request.state', '=', 'open'),
      )
      return filter.hasEditRequests === true ? open : not(open)
    })
  for (const { is, condition } of filter.warned ?? [])
    query = query.where(({ not }) => (is ? condition : not(condition)))
  for (const kind of termKinds) {
    const termId = filter.terms?.[kind]
    if (termId === undefined) continue
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('item_term')
          .select('item_term.term_id')
          .whereRef('item_term.item_id', '=', 'item.id')
          .where('item_term.kind', '=', kind)
          .where('item_term.term_id', '=', termId),
      ),
    )
  }
  return hits === undefined ? query : narrowed(query, hits)
}

function untrashedOr(db: Reader, { trashed }: ItemFilter) {
  return db.selectFrom('item').where('item.trashed_at', trashed === true ? 'is not' : 'is', null)
}

/** The items of a query that a search finds: all of its words count where its phrase is in none of them. */
function narrowed(query: ReturnType<typeof untrashedOr>, hits: Searched) {
  const has = (ids: Searched['ids']) => sql<boolean>`item.id in (${idsFrom(ids)})`
  const phrase = query.where(has(hits.ids))
  if (hits.else === undefined) return phrase
  const byWords = has(hits.else)
  return query.where(({ and, or, not, exists }) =>
    or([has(hits.ids), and([byWords, not(exists(phrase.select('item.id').limit(1)))])]),
  )
}
