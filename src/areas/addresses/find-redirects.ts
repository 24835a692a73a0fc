import { type Selectable, sql } from 'kysely'

import { isPublic } from '#areas/collections/index.ts'
import { ask, question, selectFrom } from '#kernel/ask.ts'
import type { Reader } from '#kernel/database.ts'
import { type ItemId, storedId } from '#kernel/ids.ts'
import type { Tables } from '#kernel/tables.ts'
import { spellings } from '#std/site-paths.ts'
import { textHash } from '#std/text-hash.ts'

import type { Target } from './carried-on.ts'

/** A row of the table of redirects. */
export type RedirectRow = Selectable<Tables['redirect']>

/** The redirects that lead somewhere: one whose path an item has taken waits (content.md#redirects-give-way). */
export const isInForce = sql<boolean>`gave_way_to is null`

/** The redirects of a path, however it is spelled: an import may have found it in another spelling than items have theirs. */
export const isOfPath = (path: string) => sql<boolean>`from_hash = any(${spellings(path).map(textHash)})`

/** Where a path leads, however it is spelled; undefined if nowhere. */
export async function findRedirect(db: Reader, fromPath: string): Promise<Target | undefined> {
  const row = await db
    .selectFrom('redirect')
    .select(['to_item_id', 'to_url'])
    .where(isOfPath(fromPath))
    .where(isInForce)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && targetOf(row)
}

/** Where a row leads. */
export function targetOf({ to_item_id: itemId, to_url: url }: Pick<RedirectRow, 'to_item_id' | 'to_url'>): Target {
  return url === null ? { itemId: storedId('item', itemId ?? '') } : { url }
}

/** Whether a path has a redirect, in force or waiting for the item that took the path. */
export async function hasRedirect(db: Reader, fromPath: string): Promise<boolean> {
  const row = await db.selectFrom('redirect').select('id').where(isOfPath(fromPath)).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Redirects that lead to an address. */
export async function redirectsToUrls(db: Reader): Promise<{ id: string; fromPath: string; toUrl: string }[]> {
  const rows = await db
    .selectFrom('redirect')
    .select(['id', 'from_path', 'to_url'])
    .where('to_url', 'is not', null)
    .where(isInForce)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, fromPath: row.from_path, toUrl: row.to_url ?? '' }))
}

/** The paths that lead to items, in their order. */
export async function pathsLeadingTo(
  db: Reader,
  itemIds: readonly string[],
): Promise<{ id: string; fromPath: string; itemId: string }[]> {
  return ask(db, pathsLeadingToAsked(itemIds))
}

/** The same as a question. */
export const pathsLeadingToAsked = (itemIds: readonly string[]) =>
  question(
    itemIds.length === 0
      ? undefined
      : selectFrom('redirect')
          .select(['id', 'from_path', 'to_item_id'])
          .where('to_item_id', '=', sql<string>`any(${[...itemIds]})`)
          .where(isInForce)
          .orderBy('from_path'),
    (rows) => rows.map((row) => ({ id: row.id, fromPath: row.from_path, itemId: row.to_item_id ?? '' })),
  )

/** Which published items these paths lead to. */
export async function publishedBehind(db: Reader, paths: readonly string[]): Promise<Map<string, ItemId>> {
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom('redirect')
    .innerJoin('item', 'item.id', 'redirect.to_item_id')
    .select(['redirect.from_path', 'item.id'])
    .where('redirect.from_hash', '=', sql<string>`any(${paths.map(textHash)})`)
    .where(isInForce)
    .where(isPublic('item'))
    .execute()
  return new Map(rows.map((row) => [row.from_path, storedId('item', row.id)]))
}
