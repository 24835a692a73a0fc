import { z } from 'zod'

import { getCollection } from '#areas/collections/index.ts'
import {
  editItem,
  itemSummary,
  leaveRedirect,
  lockItem,
  notAllowed,
  redirectToInput,
  retarget,
  summaryOfRow,
  targetOf,
  transition,
} from '#areas/content/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const unpublishItem = operation({
  name: 'unpublishItem',
  title: 'Unpublish an item',
  summary: 'Makes a published item a draft, no longer public. redirectTo: where its address leads instead.',
  scope: 'content:publish',
  risk: 'publish',
  errors: ['not_found', 'invalid_transition', 'redirect_loop'],
  examples: [{ title: 'Unpublish', input: { id: 'itm_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('item'), redirectTo: redirectToInput, ifVersion }),
  output: z.object({ item: itemSummary, jobId: z.null() }),

  async handle(ctx, { id: itemId, redirectTo, ifVersion: version }) {
    const { db, actor, requestId, now } = ctx
    const row = await lockItem(db, itemId)
    requireVersion(row.version, version)
    if (row.trashed_at !== null) throw notAllowed('trash', 'unpublished', ['restoreItem'])
    if (row.status !== 'published') throw notAllowed(row.effective_status, 'unpublished', ['publishItem'])
    const collection = await getCollection(db, row.collection_id)
    const target = await targetOf(ctx, row, redirectTo)

    const state = transition({ status: row.status, publishAt: row.publish_at }, 'draft', undefined, now)
    const { row: after } = await editItem(db, {
      row,
      collection,
      changes: {},
      state,
      authorship: { actor, requestId, now },
    })
    if (target !== undefined) await retarget(db, row.id, target)
    await leaveRedirect(db, row, collection, target)

    ctx.after('content.changed', { reason: 'unpublished', itemIds: [after.id] })
    return { item: await summaryOfRow(ctx, after), jobId: null }
  },
})
