import { sql } from 'kysely'

import { editItem } from '#areas/content/changes/edit-item.ts'
import {
  type PreparedBody,
  readOnce,
  renderChanged,
  type RenderCtx,
  requireFresh,
} from '#areas/content/changes/rendering.ts'
import {
  type FieldReferences,
  type ItemChanges,
  itemFieldTable,
  keepReferences,
  referencesIn,
  type World,
} from '#areas/items/index.ts'
import { ask, joined, question, selectFrom } from '#kernel/ask.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'
import { pluck } from '#std/pluck.ts'

import { type Authorship, findRevision, type StoredRevision } from './revisions.ts'

/** A revision with its body rendered, ready to become the state of its item. */
export type PreparedRevision = { revision: StoredRevision; body: PreparedBody | undefined }

// What a revision shows of the item and does not restore: only publishItem publishes an item.
export const notRestored: ReadonlySet<string> = new Set([
  'status',
  'publishAt',
  'firstPublishedAt',
  'trashedAt',
  'consolidatedIntoId',
  ...Object.keys(pluck(itemFieldTable, 'isNotRestored')),
])

/** Reads a revision and renders the body that it restores, outside the transaction. Errors: `not_found`. */
export async function prepareRevision(ctx: RenderCtx, itemId: string, n: number): Promise<PreparedRevision> {
  const revision = await readOnce(ctx, (db) => findRevision(db, itemId, n))
  return { revision, body: await renderChanged(ctx, itemId, changesOf(revision)) }
}

/**
 * The revision of this item that waits for `publishItem`, undefined if there is none. The body that goes live is read for its
 * checks beforehand, where that takes long.
 */
export async function preparePending(ctx: RenderCtx, itemId: string): Promise<PreparedRevision | undefined> {
  const row = await readOnce(ctx, (db) =>
    db
      .selectFrom('item')
      .innerJoin('item_body', 'item_body.item_id', 'item.id')
      .select([
        'pending_revision',
        sql<string | null>`case when length(content_html) > 20000 then content_html end`.as('html'),
      ])
      .where('item.id', '=', itemId)
      .executeTakeFirst(),
  )
  if (row?.pending_revision != null) return prepareRevision(ctx, itemId, row.pending_revision)
  if (row?.html != null) await ctx.checks.prepare(ctx, row.html)
  return undefined
}

/**
 * Restores the fields of a revision, or, for a staged one, those that it changes. References to what no longer exists
 * are left out. A revision that was waiting no longer waits. Errors: `slug_taken`, `conflict`.
 */
export async function applyRevision(
  ctx: ItemWriter,
  { revision, body }: PreparedRevision,
  { world, authorship }: { world: World; authorship: Authorship },
): Promise<{ after: World; changed: string[] }> {
  const { db } = ctx
  const changes = await withKnownReferences(db, changesOf(revision))
  requireFresh(world, { prepared: body, changes })
  const edited = await editItem(ctx, { world, changes, body, authorship })
  const { row } = edited.after
  if (row.pending_revision !== revision.n) return edited
  await db.updateTable('item').set({ pending_revision: null }).where('id', '=', row.id).execute()
  return { ...edited, after: { ...edited.after, row: { ...row, pending_revision: null } } }
}

function changesOf({ snapshot, stagedFields }: StoredRevision): ItemChanges {
  const wanted = (field: string) => !notRestored.has(field) && (stagedFields === null || stagedFields.includes(field))
  return Object.fromEntries(Object.entries(snapshot).filter(([field]) => wanted(field))) as ItemChanges
}

/** The changes without references to what does not exist. */
export async function withKnownReferences(db: Reader, changes: ItemChanges): Promise<ItemChanges> {
  const known = await knownReferences(db, [changes])
  return keepReferences(changes, (id) => known.has(id))
}

/** The ids of the records that changes refer to and that exist. */
export async function knownReferences(db: Reader, changes: readonly ItemChanges[]): Promise<ReadonlySet<string>> {
  const named = changes.flatMap(referencesIn)
  const idsTo = (kind: FieldReferences['to']) => named.flatMap(({ to, ids }) => (to === kind ? ids : []))
  const existing = await ask(
    db,
    joined({
      items: knownAsked('item', idsTo('item')),
      media: knownAsked('media', idsTo('media')),
      terms: knownAsked('term', idsTo('term')),
    }),
  )
  return new Set(Object.values(existing).flat())
}

function knownAsked(table: 'item' | 'media' | 'term', ids: readonly string[]) {
  const query = selectFrom(table)
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
  return question(ids.length === 0 ? undefined : query, (rows) => rows.map(({ id }) => id))
}
