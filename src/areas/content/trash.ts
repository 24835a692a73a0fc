import { sql } from 'kysely'

import type { Collection } from '#areas/collections/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import { orSlugTaken } from '#kernel/slug-taken.ts'

import { untaken } from './item-slugs.ts'
import { syncTerms } from './item-terms.ts'
import { type ItemRow, lockItem } from './items.ts'
import { pathOf } from './public-url.ts'
import { type Target, storeRedirect } from './redirects.ts'
import { type Authorship, storeRevision } from './revisions.ts'
import { writeSearchText } from './search.ts'
import type { Surroundings } from './surroundings.ts'
import { stateColumns } from './transitions.ts'

type Change = { surroundings: Surroundings; authorship: Authorship }

/** How long the trash keeps an item, in days (D-45). */
export const trashDays = 30

/** Moves an item to the trash; a published or scheduled one is unpublished first (operations.md 1.2). */
export async function trashItem(ctx: ItemWriter, row: ItemRow, change: Change): Promise<ItemRow> {
  const { now } = change.authorship
  await ctx.db
    .updateTable('item')
    .set({
      ...stateColumns({ status: 'draft', publishAt: null }),
      trashed_at: now,
      updated_at: now,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', row.id)
    .execute()
  return settled(ctx, row, change)
}

/** Takes an item out of the trash as a draft; a slug that was taken meanwhile gets a numeric suffix. */
export async function untrashItem(ctx: ItemWriter, row: ItemRow, change: Change): Promise<ItemRow> {
  const { db } = ctx
  const slug = await untaken(db, row.collection_id, row.slug, row.id)
  const update = db
    .updateTable('item')
    .set({ slug, trashed_at: null, updated_at: change.authorship.now, version: sql<number>`version + 1` })
    .where('id', '=', row.id)
  await orSlugTaken(update.execute(), slug)
  const after = await settled(ctx, row, change)
  if (slug !== row.slug) await writeSearchText(db, after, undefined)
  return after
}

/** Removes an item for good, with everything that belongs to it; what led to it or followed it is let go. */
export async function removeItem({ db, checks }: ItemWriter, row: ItemRow): Promise<void> {
  await db.deleteFrom('redirect').where('to_item_id', '=', row.id).execute()
  await db.updateTable('item').set({ consolidated_into_id: null }).where('consolidated_into_id', '=', row.id).execute()
  await checks.removed(db, row.id)
  await db.deleteFrom('item').where('id', '=', row.id).execute()
}

/** Lets the address of a live item lead elsewhere, where one is named. */
export async function leaveRedirect(
  ctx: ItemWriter,
  row: ItemRow,
  collection: Collection,
  to: Target | undefined,
): Promise<void> {
  if (to === undefined || row.status !== 'published') return
  await storeRedirect(ctx, { fromPath: pathOf(collection, row.slug), to, reason: 'manual' })
}

async function settled(
  { db, checks }: ItemWriter,
  row: ItemRow,
  { surroundings, authorship }: Change,
): Promise<ItemRow> {
  const after = await lockItem(db, row.id)
  await syncTerms(db, after)
  await storeRevision(db, after, authorship)
  await checks.written(db, { before: row, after, ...surroundings })
  return after
}

/** Removes items that have been in the trash for longer than it keeps them. Answers how many, `limit` at most. */
export async function removeExpiredTrash(ctx: ItemWriter, limit: number): Promise<number> {
  const rows = await ctx.db
    .selectFrom('item')
    .selectAll()
    .where('trashed_at', '<', sql<Date>`now() - make_interval(days => ${trashDays})`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const row of rows) await removeItem(ctx, row as ItemRow)
  return rows.length
}
