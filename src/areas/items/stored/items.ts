import { type Expression, sql, type Selectable } from 'kysely'

import type { Status } from '#areas/items/fields/item-fields.ts'
import { notAllowed } from '#areas/items/fields/item-steps.ts'
import type { TermKind } from '#areas/taxonomies/index.ts'
import { ask, question, selectFrom } from '#kernel/ask.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type ItemId, storedId } from '#kernel/ids.ts'
import type { Tables } from '#kernel/tables.ts'
import { requireVersion } from '#kernel/version.ts'

/** A row of the item table. */
export type ItemRow = Omit<Selectable<Tables['item']>, 'id' | 'status' | 'effective_status'> & {
  id: ItemId
  status: Status
  effective_status: Status
}

/** A row as the database gives it, whose id it knows as a text only. */
export function itemOf<R extends { id: string }>(row: R): R & { id: ItemId } {
  return Object.assign(row, { id: storedId('item', row.id) })
}

export type ItemTerms = Record<TermKind, { id: string; name: string; slug: string }[]>

/** An item with what belongs to it. */
export type ItemState = {
  row: ItemRow
  body: ItemBody
  terms: ItemTerms
  /** The number of its latest revision. */
  lastRevision: number
}

/** An item by id, locked for the rest of the transaction. The trash is part of it. */
export async function lockItem(db: Writer, id: string): Promise<ItemRow> {
  const row = await db.selectFrom('item').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw noSuchItem({ id })
  return itemOf(row)
}

/**
 * An item that is not in the trash, locked for a step that makes it `to`. Refuses with `version_conflict`, and with
 * `invalid_transition` if it is in the trash.
 */
export async function lockUntrashed(
  db: Writer,
  { id, ifVersion, to }: { id: string; ifVersion?: number | undefined; to: string },
): Promise<ItemRow> {
  const row = await lockItem(db, id)
  requireUntrashed(row, { ifVersion, to })
  return row
}

/** Refuses a step that makes an item `to` if it has another version, or is in the trash. */
export function requireUntrashed(
  row: ItemRow,
  { ifVersion, to }: { ifVersion?: number | undefined; to: string },
): void {
  requireVersion(row.version, ifVersion)
  if (row.trashed_at !== null) throw notAllowed('trash', to)
}

/** Items by id, locked in one order, so that two calls never wait for each other. Unknown ids are left out. */
export async function lockItems(db: Writer, ids: Iterable<string>): Promise<Map<string, ItemRow>> {
  const rows = await db
    .selectFrom('item')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, itemOf(row)]))
}

/** Items by id, unknown ones left out. */
export async function findItems(db: Reader, ids: Iterable<string>): Promise<Map<string, ItemRow>> {
  const rows = await db
    .selectFrom('item')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .execute()
  return new Map(rows.map((row) => [row.id, itemOf(row)]))
}

/** An item by id, or by slug and collection. */
export async function findItem(
  db: Reader,
  by: { id: string } | { slug: string; collectionId: string },
): Promise<ItemRow> {
  const query = db.selectFrom('item').selectAll()
  const row = await (
    'id' in by
      ? query.where('id', '=', by.id)
      : query.where('collection_id', '=', by.collectionId).where('slug', '=', by.slug).where('trashed_at', 'is', null)
  ).executeTakeFirst()
  if (row === undefined) throw noSuchItem(by)
  return itemOf(row)
}

export type ItemBody = { content: string; contentFormat: 'markdown' | 'html'; contentHtml: string }

/** An item by its id, or by what selects it. */
export type ItemRef = string | Expression<string>

/** The body of an item. */
export async function bodyOf(db: Reader, itemId: string): Promise<ItemBody> {
  const body = await ask(db, bodyAsked(itemId))
  if (body === undefined) throw new Error('an item without a body')
  return body
}

/** The same as a question, undefined where there is no such item. */
export const bodyAsked = (itemId: ItemRef) =>
  question(
    selectFrom('item_body').select(['content', 'content_format', 'content_html']).where('item_id', '=', itemId),
    ([row]): ItemBody | undefined =>
      row && { content: row.content, contentFormat: row.content_format, contentHtml: row.content_html },
  )

/** Authors, categories and tags of items, in their order. */
export async function termsOf(db: Reader, itemIds: readonly string[]): Promise<Map<string, ItemTerms>> {
  return ask(db, termsAsked(itemIds))
}

/** The same as a question. */
export const termsAsked = (itemIds: readonly string[]) =>
  question(itemIds.length === 0 ? undefined : termsWhere(sql<string>`any(${itemIds})`), (rows) => {
    const terms = new Map(itemIds.map((id) => [id, noTerms()]))
    for (const { item_id: itemId, kind, ...term } of rows) terms.get(itemId)?.[kind].push(term)
    return terms
  })

/** The terms of one item as a question. */
export const termsOfOneAsked = (itemId: ItemRef) =>
  question(termsWhere(itemId), (rows) => {
    const terms = noTerms()
    for (const { item_id: _, kind, ...term } of rows) terms[kind].push(term)
    return terms
  })

/** The terms of an item that has none. */
export const noTerms = (): ItemTerms => ({ author: [], category: [], tag: [] })

function termsWhere(itemId: ItemRef) {
  return selectFrom('item_term')
    .innerJoin('term', 'term.id', 'item_term.term_id')
    .select(['item_term.item_id', 'item_term.kind', 'term.id', 'term.name', 'term.slug'])
    .where('item_term.item_id', '=', itemId)
    .orderBy('item_term.position')
}

/** Refuses an item that does not exist. A slug belongs to a collection, which may be the one by default. */
export function noSuchItem(by: { id: string } | { slug: string }): Refusal {
  if ('id' in by) return new Refusal('not_found', 'There is no such item.', { id: by.id.slice(0, 200) })
  const message = 'The collection has no such item. listManagerItems with "search" finds a slug in any collection.'
  return new Refusal('not_found', message, { slug: by.slug.slice(0, 200) })
}
