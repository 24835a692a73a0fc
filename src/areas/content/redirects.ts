import { sql } from 'kysely'

import { ask, question, selectFrom } from '#kernel/ask.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type ItemId, newId } from '#kernel/ids.ts'
import { lastSegment } from '#std/urls.ts'

import { textHash } from '#std/text-hash.ts'

export type RedirectReason = 'consolidation' | 'slug_change' | 'manual' | 'import'
export type Target = { itemId: ItemId } | { url: string }

const slugLength = 200

/**
 * Stores that a path leads elsewhere (content.md#old-addresses-lead-on). An older redirect of the same path gives way. Targets are items or addresses,
 * never paths, so that a chain is one hop: it follows the item, whatever its slug becomes. `/v1` finds it by the last segment
 * of the path, or by the slug that the path was made of. Returns its id.
 */
export async function storeRedirect(
  { db, checks }: ItemWriter,
  { fromPath, to, reason, fromSlug }: { fromPath: string; to: Target; reason: RedirectReason; fromSlug?: string },
): Promise<{ id: string } | 'too_long'> {
  if (isTooLong(fromPath)) return 'too_long'
  const before = await findRedirect(db, fromPath)
  const target = columnsOf(to)
  const stored = await db
    .insertInto('redirect')
    .values({
      id: newId('redirect'),
      from_path: fromPath,
      from_hash: textHash(fromPath),
      from_slug: fromSlug ?? lastSegment(fromPath),
      reason,
      ...target,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'from_hash']).doUpdateSet((set) => ({
        ...target,
        reason,
        from_slug: fromSlug ?? lastSegment(fromPath),
        version: set('redirect.version', '+', 1),
        updated_at: new Date(),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await checks.redirected(db, { paths: [fromPath], itemIds: [...itemOf(before), ...itemOf(to)] })
  return stored
}

/** Whether no redirect can have this path. */
export function isTooLong(fromPath: string): boolean {
  const fromSlug = lastSegment(fromPath)
  return fromPath.length > 2048 || fromSlug.length > slugLength || fromSlug === ''
}

/** Where a path leads, undefined if nowhere. */
export async function findRedirect(db: Reader, fromPath: string): Promise<Target | undefined> {
  const row = await db
    .selectFrom('redirect')
    .select(['to_item_id', 'to_url'])
    .where('from_hash', '=', textHash(fromPath))
    .executeTakeFirst()
  if (row === undefined) return undefined
  return row.to_url === null ? { itemId: row.to_item_id as ItemId } : { url: row.to_url }
}

/** A redirect gives way when a live item takes its path (content.md#old-addresses-lead-on). */
export async function dropRedirect({ db, checks }: ItemWriter, fromPath: string): Promise<void> {
  const gone = await db
    .deleteFrom('redirect')
    .where('from_hash', '=', textHash(fromPath))
    .returning('to_item_id')
    .executeTakeFirst()
  if (gone === undefined) return
  await checks.redirected(db, { paths: [fromPath], itemIds: gone.to_item_id === null ? [] : [gone.to_item_id] })
}

function itemOf(target: Target | undefined): string[] {
  return target !== undefined && 'itemId' in target ? [target.itemId] : []
}

/** Redirects that lead to an address. */
export async function redirectsToUrls(db: Reader): Promise<{ id: string; fromPath: string; toUrl: string }[]> {
  const rows = await db
    .selectFrom('redirect')
    .select(['id', 'from_path', 'to_url'])
    .where('to_url', 'is not', null)
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
          .orderBy('from_path'),
    (rows) => rows.map((row) => ({ id: row.id, fromPath: row.from_path, itemId: row.to_item_id ?? '' })),
  )

/** Points redirects to another target: those that are named, or all that lead to an item. */
export async function retargetRedirects(
  { db, checks }: ItemWriter,
  which: { ids: readonly string[] } | { leadingTo: string },
  to: Target,
): Promise<void> {
  await db
    .updateTable('redirect')
    .set({ ...columnsOf(to), version: sql<number>`version + 1`, updated_at: new Date() })
    .where((redirect) =>
      'ids' in which
        ? redirect('id', '=', sql<string>`any(${[...which.ids]})`)
        : redirect('to_item_id', '=', which.leadingTo),
    )
    .execute()
  await checks.redirected(db, { itemIds: itemOf(to) })
}

/** How many redirects lead to an item. */
export async function countLeadingTo(db: Writer, itemId: ItemId): Promise<number> {
  const { n } = await db
    .selectFrom('redirect')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('to_item_id', '=', itemId)
    .executeTakeFirstOrThrow()
  return n
}

/** Refuses a target that is the source itself. */
export function redirectLoop(): Refusal {
  return new Refusal(
    'redirect_loop',
    'The target of the redirect leads back to where it begins. Choose another item or address.',
  )
}

function columnsOf(to: Target) {
  return 'itemId' in to ? { to_item_id: to.itemId, to_url: null } : { to_item_id: null, to_url: to.url }
}
