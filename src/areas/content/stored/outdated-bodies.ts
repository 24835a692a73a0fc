import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import type { Rendered } from '#kernel/render.ts'

/** Bodies that an older policy than this one sanitised, in the order of their items, after the given one. */
export async function outdatedBodies(
  db: Reader,
  { policyVersion, after, limit }: { policyVersion: number; after: string; limit: number },
) {
  return db
    .selectFrom('item_body as b')
    .innerJoin('item as i', (join) =>
      join.onRef('i.organization_id', '=', 'b.organization_id').onRef('i.id', '=', 'b.item_id'),
    )
    .select(['b.item_id as itemId', 'b.content', 'b.content_format as format', 'i.comparison_screenshots'])
    .where('b.policy_version', '<', policyVersion)
    .where('b.item_id', '>', after)
    .orderBy('b.item_id')
    .limit(limit)
    .execute()
}

type OutdatedBody = Awaited<ReturnType<typeof outdatedBodies>>[number]

/** Stores a body that was rendered again, unless somebody has changed it meanwhile. Where it differs, websites find the item changed. */
export async function keepRenderedAgain(
  db: Writer,
  { itemId, content, format }: OutdatedBody,
  { html, policyVersion }: Rendered,
): Promise<void> {
  // The row of an item is locked before its body, as by every change.
  const locked = await db.selectFrom('item').select('id').where('id', '=', itemId).forUpdate().executeTakeFirst()
  if (locked === undefined) return
  const stored = await db
    .selectFrom('item_body')
    .select('content_html')
    .where('item_id', '=', itemId)
    .where('content', '=', content)
    .where('content_format', '=', format)
    .where('policy_version', '<', policyVersion)
    .executeTakeFirst()
  if (stored === undefined) return
  await db
    .updateTable('item_body')
    .set({ content_html: html, policy_version: policyVersion })
    .where('item_id', '=', itemId)
    .execute()
  if (stored.content_html === html) return
  await db
    .updateTable('item')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', itemId)
    .execute()
}
