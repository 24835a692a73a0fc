import { z } from 'zod'

import { changedItem, trashItem } from '#areas/content/index.ts'
import { storedExamples } from '#areas/exchange/examples.ts'
import { collectionIn, lockWorld } from '#areas/items/index.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const removeExamples = operation({
  name: 'removeExamples',
  title: 'Remove the example articles',
  summary: 'Moves the articles that were added as examples to the trash, including those edited since.',
  scope: 'content:delete',
  role: 'admin',
  risk: 'destructive',
  examples: [
    { title: 'All of them', input: {} },
    { title: 'With a reason', input: { note: 'We begin with our own' } },
  ],
  input: z.strictObject({ note }),
  output: z.object({ removed: z.array(z.object({ id: id('item'), title: z.string() })) }),

  async handle(ctx) {
    const { db, actor, requestId, now } = ctx
    const removed = await storedExamples(db)
    const items = []
    for (const { id: itemId } of removed) {
      const world = await lockWorld(db, itemId)
      const collection = collectionIn(world, world.row.collection_id)
      await trashItem(ctx, world, { actor, requestId, now })
      const after = { ...world.row, status: 'draft' as const, effective_status: 'draft' as const, updated_at: now }
      if (world.row.status === 'published')
        items.push(changedItem(ctx, { after, collection, settings: world.settings }))
    }
    if (items.length > 0) await ctx.announce({ reason: 'deleted', items, redirects: [] })
    return { removed }
  },
})
