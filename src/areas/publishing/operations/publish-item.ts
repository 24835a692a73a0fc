import { z } from 'zod'

import { getCollection, requireEnabled } from '#areas/collections/index.ts'
import {
  editItem,
  itemSummary,
  lockItem,
  notAllowed,
  requirePublishable,
  summaryOfRow,
  transition,
} from '#areas/content/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const publishItem = operation({
  name: 'publishItem',
  title: 'Publish an item',
  summary: 'Publishes a draft or scheduled item: it is public at once. A published one stays as it is.',
  scope: 'content:publish',
  risk: 'publish',
  errors: [
    'not_found',
    'invalid_transition',
    'blocked_by_policy',
    'collection_disabled',
    'plan_required',
    'not_connected',
  ],
  examples: [{ title: 'Publish', input: { id: 'itm_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('item'), ifVersion }),
  output: z.object({ item: itemSummary, jobId: z.null() }),

  async handle(ctx, { id: itemId, ifVersion: version }) {
    const { db, actor, requestId, now } = ctx
    const row = await lockItem(db, itemId)
    requireVersion(row.version, version)
    if (row.trashed_at !== null) throw notAllowed('trash', 'published', ['restoreItem'])
    if (row.status === 'published') return { item: await summaryOfRow(ctx, row), jobId: null }
    const collection = await getCollection(db, row.collection_id)
    requireEnabled(collection, ctx.access.organization.plan)
    requirePublishable(await getSettings(db), row)

    const state = transition({ status: row.status, publishAt: row.publish_at }, 'published', undefined, now)
    const { row: after } = await editItem(db, {
      row,
      collection,
      changes: {},
      state,
      authorship: { actor, requestId, now },
    })

    ctx.after('content.changed', { reason: 'published', itemIds: [after.id] })
    return { item: await summaryOfRow(ctx, after), jobId: null }
  },
})
