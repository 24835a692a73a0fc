import { sql } from 'kysely'

import { alsoPublishedAt, pathOf, removeRedirects, returnRedirect } from '#areas/addresses/index.ts'
import { type Authorship, revisionWrite } from '#areas/content/revisions/revisions.ts'
import { countChange } from '#areas/content/stored/counts.ts'
import { untaken } from '#areas/content/stored/item-slugs.ts'
import { termWrites } from '#areas/content/stored/item-terms.ts'
import { searchWrite } from '#areas/content/stored/search.ts'
import { collectionIn, type ItemColumns, itemOf, noTerms, termsOf, type World } from '#areas/items/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import { inCollection } from '#kernel/content-revision.ts'
import { journalOf } from '#kernel/journal.ts'
import { orSlugTaken } from '#kernel/slug-taken.ts'
import { writeTogether } from '#kernel/write-together.ts'
import { allOf } from '#std/all-of.ts'

import { stateColumns } from './transitions.ts'

/** How long the trash keeps an item, in days (content.md#separate-axes-of-state). */
export const trashDays = 30

/** Moves an item to the trash; a published or scheduled one is unpublished first. */
export async function trashItem(ctx: ItemWriter, world: World, authorship: Authorship): Promise<World> {
  const state = stateColumns({ status: 'draft', publishAt: null }, world.row.first_published_at)
  const columns = { ...state, trashed_at: authorship.now }
  return settled(ctx, world, { columns, authorship })
}

/** Takes an item out of the trash as a draft; a slug that was taken meanwhile gets a numeric suffix. */
export async function untrashItem(ctx: ItemWriter, world: World, authorship: Authorship): Promise<World> {
  const { row } = world
  const slug = await untaken(ctx.db, row.collection_id, row.slug, row.id)
  return settled(ctx, world, { columns: { slug, trashed_at: null }, authorship })
}

/**
 * Removes an item for good, with everything that belongs to it; references to it are dropped. `lastRevision`: the number of its
 * latest revision; `collections`: around one that may be public.
 */
export async function removeItem(
  ctx: ItemWriter,
  { row, collections, lastRevision }: Pick<World, 'row' | 'lastRevision'> & Partial<Pick<World, 'collections'>>,
): Promise<void> {
  const { db, checks } = ctx
  await removeRedirects(
    ctx,
    await db.selectFrom('redirect').selectAll().where('to_item_id', '=', row.id).forUpdate().execute(),
  )
  if (row.status === 'published' && collections !== undefined) await leavePath(ctx, { row, collections })
  await db.updateTable('item').set({ consolidated_into_id: null }).where('consolidated_into_id', '=', row.id).execute()
  await checks.removed(db, row)
  const terms = row.status === 'published' ? (await termsOf(db, [row.id])).get(row.id) : undefined
  countChange(db, { row, terms: terms ?? noTerms() }, undefined)
  await inCollection(db, row.collection_id).deleteFrom('item').where('id', '=', row.id).execute()
  journalOf(db).wrote({ type: 'item', id: row.id, title: row.title, last: lastRevision, n: null })
}

async function settled(
  ctx: ItemWriter,
  world: World,
  { columns, authorship }: { columns: ItemColumns; authorship: Authorship },
): Promise<World> {
  const { db, checks } = ctx
  const { row: before } = world
  const own = inCollection(db, before.collection_id)
  const update = own
    .updateTable('item')
    .set({ ...columns, updated_at: authorship.now, version: sql<number>`version + 1` })
    .where('id', '=', before.id)
    .returningAll()
  const row = itemOf(await orSlugTaken(update.executeTakeFirstOrThrow(), columns.slug ?? before.slug))
  const after = { ...world, row, lastRevision: world.lastRevision + 1 }
  countChange(db, world, after)
  await allOf([
    writeTogether(own, [
      ...termWrites(db, row, { lists: {}, isSynced: true }),
      row.slug === before.slug ? undefined : searchWrite(db, row, undefined),
      revisionWrite(db, after, authorship),
    ]),
    ...(before.status === 'published' ? [leavePath(ctx, world)] : []),
    checks.written(db, { ...after, before, after: row }),
  ])
  return after
}

// The redirect that waited for the path leads on, unless another item has the path, too.
async function leavePath(ctx: ItemWriter, { row, collections }: Pick<World, 'row' | 'collections'>): Promise<void> {
  const fromPath = pathOf(collectionIn({ collections }, row.collection_id), row)
  const holder = await alsoPublishedAt(ctx.db, collections, { path: fromPath, collectionId: row.collection_id })
  await returnRedirect(ctx, { fromPath, itemId: row.id, holder })
}

/** Removes items that have been in the trash for longer than it keeps them. Returns how many, `limit` at most. */
export async function removeExpiredTrash(ctx: ItemWriter, limit: number): Promise<number> {
  const rows = await ctx.db
    .selectFrom('item')
    .selectAll()
    .where('trashed_at', '<', sql<Date>`now() - make_interval(days => ${trashDays})`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const row of rows) await removeItem(ctx, { row: itemOf(row), lastRevision: 0 })
  return rows.length
}
