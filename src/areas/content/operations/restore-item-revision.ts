import { z } from 'zod'

import { demandOf } from '#areas/content/changes/change-item.ts'
import { announceEdit } from '#areas/content/changes/changes.ts'
import { applyRevision, prepareRevision, type PreparedRevision } from '#areas/content/revisions/apply-revision.ts'
import { noRevision } from '#areas/content/revisions/revisions.ts'
import { summaryIn } from '#areas/content/views/around.ts'
import { itemSummary } from '#areas/content/views/item-output.ts'
import { collectionIn, lockUntrashedWorld } from '#areas/items/index.ts'
import { deliveries } from '#kernel/delivery.ts'
import { Refusal } from '#kernel/errors.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion } from '#kernel/schema.ts'

export const restoreItemRevision = operation({
  name: 'restoreItemRevision',
  title: 'Restore a revision',
  summary: 'Brings back the fields that an item had in a revision, as a new revision; a published item changes live.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  confirm: {
    when: () => false,
    whenStored: (db, { id: itemId }, access) => demandOf(db, { ids: [itemId], status: undefined, access }),
    rule: 'Required for a published item if the organization asks for it.',
  },
  errors: ['not_found', 'slug_taken', 'invalid_transition', 'conflict'],
  examples: [{ title: 'Go back', input: { id: 'itm_01jzz0000000000000000000zz', revision: 3 } }],
  input: z.strictObject({ id: id('item'), revision: z.int().min(1).max(2_147_483_647), ifVersion, note }),
  output: z.object({
    item: itemSummary,
    changed: z.array(z.string()),
    deliveries: deliveries(),
    jobId: id('job').nullable(),
  }),

  // What does not exist is refused in the transaction, where it is one of the call's answers.
  prepare: (ctx, { id: itemId, revision }): Promise<PreparedRevision | undefined> =>
    prepareRevision(ctx, itemId, revision).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_found') return undefined
      throw error
    }),

  async handle(ctx, { id: itemId, revision, ifVersion: version }, prepared: PreparedRevision | undefined) {
    const { db, actor, requestId, now } = ctx
    const world = await lockUntrashedWorld(db, { id: itemId, ifVersion: version, to: 'restored to a revision' })
    const { row, settings } = world
    if (prepared === undefined) throw noRevision(revision)
    if (prepared.revision.stagedFields !== null && row.status === 'published') {
      throw new Refusal('invalid_transition', 'This revision waits to be published: call publishItem to apply it.', {
        state: 'published',
        allowed: ['publishItem'],
      })
    }
    const collection = collectionIn(world, row.collection_id)

    const { after, changed } = await applyRevision(ctx, prepared, { world, authorship: { actor, requestId, now } })

    const told =
      changed.length === 0 ? [] : await announceEdit(ctx, { before: row, after: after.row, collection, settings })
    return { item: summaryIn(after, ctx), changed, deliveries: [...told], jobId: ctx.carriedBy() }
  },
})
