import { z } from 'zod'

import { untrashItem } from '#areas/content/changes/trash.ts'
import { summaryIn } from '#areas/content/views/around.ts'
import { itemSummary } from '#areas/content/views/item-output.ts'
import { lockWorld, notAllowed } from '#areas/items/index.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const restoreItem = operation({
  name: 'restoreItem',
  title: 'Restore an item',
  summary: 'Takes an item out of the trash as a draft. A slug that was taken meanwhile gets a number.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found', 'invalid_transition'],
  examples: [{ title: 'Restore', input: { id: 'itm_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('item'), note }),
  output: z.object({ item: itemSummary }),

  async handle(ctx, { id: itemId }) {
    const { db, actor, requestId, now } = ctx
    const world = await lockWorld(db, itemId)
    const { row } = world
    if (row.trashed_at === null) throw notAllowed(row.effective_status, 'restored')

    const after = await untrashItem(ctx, world, { actor, requestId, now })
    return { item: summaryIn(after, ctx) }
  },
})
