import { z } from 'zod'

import {
  editItem,
  itemSummary,
  lockUntrashed,
  notAllowed,
  readSurroundings,
  summaryOfRow,
  transition,
} from '#areas/content/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion } from '#kernel/schema.ts'

export const unscheduleItem = operation({
  name: 'unscheduleItem',
  title: 'Unschedule an item',
  summary: 'Makes a scheduled item a draft again, without a date.',
  scope: 'content:publish',
  risk: 'publish',
  errors: ['not_found', 'invalid_transition'],
  examples: [{ title: 'Unschedule', input: { id: 'itm_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('item'), ifVersion }),
  output: z.object({ item: itemSummary }),

  async handle(ctx, { id: itemId, ifVersion: version }) {
    const { db, actor, requestId, now } = ctx
    const row = await lockUntrashed(db, { id: itemId, ifVersion: version, to: 'unscheduled' })
    if (row.effective_status === 'published') throw notAllowed('published', 'unscheduled', ['unpublishItem'])
    if (row.effective_status === 'draft') throw notAllowed('draft', 'unscheduled', ['scheduleItem', 'publishItem'])

    const surroundings = await readSurroundings(db)
    const { row: after } = await editItem(ctx, {
      row,
      surroundings,
      changes: {},
      state: transition({ status: row.status, publishAt: row.publish_at }, 'draft', undefined, now),
      authorship: { actor, requestId, now },
    })

    return { item: await summaryOfRow(ctx, after, surroundings) }
  },
})
