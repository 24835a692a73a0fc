import { z } from 'zod'

import { editItem, itemSummary, summaryIn, transition } from '#areas/content/index.ts'
import { lockUntrashedWorld, notAllowed } from '#areas/items/index.ts'
import { note } from '#kernel/note.ts'
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
  input: z.strictObject({ id: id('item'), ifVersion, note }),
  output: z.object({ item: itemSummary }),

  async handle(ctx, { id: itemId, ifVersion: version }) {
    const { db, actor, requestId, now } = ctx
    const world = await lockUntrashedWorld(db, { id: itemId, ifVersion: version, to: 'unscheduled' })
    const { row } = world
    if (row.effective_status === 'published') throw notAllowed('published', 'unscheduled')
    if (row.effective_status === 'draft') throw notAllowed('draft', 'unscheduled')

    const { after } = await editItem(ctx, {
      world,
      changes: {},
      state: transition(row, 'draft', undefined, now),
      authorship: { actor, requestId, now },
    })

    return { item: summaryIn(after, ctx) }
  },
})
