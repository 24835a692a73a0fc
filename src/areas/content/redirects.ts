import { createHash } from 'node:crypto'

import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type ItemId, newId } from '#kernel/ids.ts'
import { lastSegment } from '#std/urls.ts'

export type RedirectReason = 'consolidation' | 'slug_change' | 'manual' | 'import'
export type Target = { itemId: ItemId } | { url: string }

const slugLength = 200

/**
 * Stores that a path leads elsewhere (D-43). An older redirect of the same path gives way. Targets are items or addresses,
 * never paths, so that a chain is one hop: it follows the item, whatever its slug becomes.
 */
export async function storeRedirect(
  db: Writer,
  { fromPath, to, reason }: { fromPath: string; to: Target; reason: RedirectReason },
): Promise<'stored' | 'too_long'> {
  if (isTooLong(fromPath)) return 'too_long'
  const target = 'itemId' in to ? { to_item_id: to.itemId, to_url: null } : { to_item_id: null, to_url: to.url }
  await db
    .insertInto('redirect')
    .values({
      id: newId('redirect'),
      from_path: fromPath,
      from_hash: hashOf(fromPath),
      from_slug: lastSegment(fromPath),
      reason,
      ...target,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'from_hash']).doUpdateSet((set) => ({
        ...target,
        reason,
        version: set('redirect.version', '+', 1),
        updated_at: new Date(),
      })),
    )
    .execute()
  return 'stored'
}

/** Whether no redirect can have this path. */
export function isTooLong(fromPath: string): boolean {
  const fromSlug = lastSegment(fromPath)
  return fromPath.length > 2048 || fromSlug.length > slugLength || fromSlug === ''
}

/** Where a path leads, undefined when nowhere. */
export async function findRedirect(db: Reader, fromPath: string): Promise<Target | undefined> {
  const row = await db
    .selectFrom('redirect')
    .select(['to_item_id', 'to_url'])
    .where('from_hash', '=', hashOf(fromPath))
    .executeTakeFirst()
  if (row === undefined) return undefined
  return row.to_url === null ? { itemId: row.to_item_id as ItemId } : { url: row.to_url }
}

/** A redirect gives way when a live item takes its path (D-43). */
export async function dropRedirect(db: Writer, fromPath: string): Promise<void> {
  await db.deleteFrom('redirect').where('from_hash', '=', hashOf(fromPath)).execute()
}

/** Sends what led to one item to another target. Answers how many. */
export async function retarget(db: Writer, from: ItemId, to: Target): Promise<number> {
  const target = 'itemId' in to ? { to_item_id: to.itemId, to_url: null } : { to_item_id: null, to_url: to.url }
  const { numUpdatedRows } = await db
    .updateTable('redirect')
    .set({ ...target, updated_at: new Date() })
    .where('to_item_id', '=', from)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
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
  return new Refusal('redirect_loop', 'The target of the redirect is the item itself. Choose another item or address.')
}

/** What a path is found by. */
export function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex')
}
