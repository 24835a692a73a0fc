import { sql } from 'kysely'

import type { ItemWriter } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'

import type { ItemChanges } from './item-fields.ts'
import { editItem } from './item-writes.ts'
import type { ItemRow } from './items.ts'
import { type PreparedBody, renderChanged, type RenderCtx, requireFresh } from './rendering.ts'
import { type Authorship, findRevision, type StoredRevision } from './revisions.ts'
import type { Surroundings } from './surroundings.ts'

/** A revision with its body rendered, ready to become the state of its item. */
export type PreparedRevision = { revision: StoredRevision; body: PreparedBody | undefined }

// What a revision tells of the item and does not bring back: an item is published by publishItem, and a connector knows
// where it shows the item.
const notRestored = new Set(['status', 'publishAt', 'externalUrl'])

/** Reads a revision and renders the body that it brings, outside of the transaction. Errors: `not_found`. */
export async function prepareRevision(ctx: RenderCtx, itemId: string, n: number): Promise<PreparedRevision> {
  const revision = await ctx.read((db) => findRevision(db, itemId, n))
  return { revision, body: await renderChanged(ctx, itemId, changesOf(revision)) }
}

/** The revision that waits for `publishItem` on this item, undefined where none does. */
export async function preparePending(ctx: RenderCtx, itemId: string): Promise<PreparedRevision | undefined> {
  const row = await ctx.read((db) =>
    db.selectFrom('item').select('pending_revision').where('id', '=', itemId).executeTakeFirst(),
  )
  return row === undefined || row.pending_revision === null
    ? undefined
    : prepareRevision(ctx, itemId, row.pending_revision)
}

/**
 * Brings back the fields of a revision, of a staged one those that it changes. What it refers to and does not exist any
 * more is left out. A revision that waited does not wait any longer. Errors: `slug_taken`, `conflict`.
 */
export async function applyRevision(
  ctx: ItemWriter,
  { revision, body }: PreparedRevision,
  { row, surroundings, authorship }: { row: ItemRow; surroundings: Surroundings; authorship: Authorship },
): Promise<{ row: ItemRow; changed: string[] }> {
  const { db } = ctx
  const changes = await withKnownReferences(db, changesOf(revision))
  await requireFresh(db, row, { prepared: body, changes })
  const edited = await editItem(ctx, { row, surroundings, changes, body, authorship })
  if (row.pending_revision !== revision.n) return edited
  await db.updateTable('item').set({ pending_revision: null }).where('id', '=', row.id).execute()
  return { ...edited, row: { ...edited.row, pending_revision: null } }
}

function changesOf({ snapshot, stagedFields }: StoredRevision): ItemChanges {
  const wanted = (field: string) => !notRestored.has(field) && (stagedFields === null || stagedFields.includes(field))
  return Object.fromEntries(Object.entries(snapshot).filter(([field]) => wanted(field))) as ItemChanges
}

async function withKnownReferences(db: Reader, changes: ItemChanges): Promise<ItemChanges> {
  const items = new Set(
    await known(db, 'item', [
      ...(changes.relatedArticles ?? []),
      ...(changes.internalLinkSuggestions ?? []).flatMap(({ targetItemId }) => targetItemId ?? []),
    ]),
  )
  const media = new Set(
    await known(
      db,
      'media',
      [changes.featuredImageId, changes.ogImageId].flatMap((id) => id ?? []),
    ),
  )
  const terms = new Set(
    await known(db, 'term', [...(changes.authorIds ?? []), ...(changes.categoryIds ?? []), ...(changes.tagIds ?? [])]),
  )
  const kept = { ...changes }
  for (const field of ['authorIds', 'categoryIds', 'tagIds'] as const) {
    const ids: readonly string[] | undefined = kept[field]
    if (ids !== undefined) Object.assign(kept, { [field]: ids.filter((id) => terms.has(id)) })
  }
  for (const field of ['featuredImageId', 'ogImageId'] as const) {
    const id = kept[field]
    if (id !== undefined && id !== null && !media.has(id)) kept[field] = null
  }
  if (kept.relatedArticles !== undefined) kept.relatedArticles = kept.relatedArticles.filter((id) => items.has(id))
  if (kept.internalLinkSuggestions !== undefined)
    kept.internalLinkSuggestions = kept.internalLinkSuggestions.filter(
      ({ targetItemId }) => targetItemId === undefined || items.has(targetItemId),
    )
  return kept
}

async function known(db: Reader, table: 'item' | 'media' | 'term', ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return rows.map(({ id }) => id)
}
