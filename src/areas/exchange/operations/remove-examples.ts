import { z } from 'zod'

import { pathsLeadingTo } from '#areas/addresses/index.ts'
import { changedItem, trashItem } from '#areas/content/index.ts'
import { storedExamples } from '#areas/exchange/examples.ts'
import { collectionIn, lockWorld } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import { deliveries } from '#kernel/delivery.ts'
import { Refusal } from '#kernel/errors.ts'
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
  changesPublic: true,
  startsJob: true,
  errors: ['in_use'],
  examples: [
    { title: 'All of them', input: {} },
    { title: 'With a reason', input: { note: 'We begin with our own' } },
  ],
  input: z.strictObject({ note }),
  output: z.object({
    removed: z.array(z.object({ id: id('item'), title: z.string() })),
    deliveries: deliveries(),
    jobId: id('job').nullable(),
  }),

  async handle(ctx) {
    const { db, actor, requestId, now } = ctx
    const removed = await storedExamples(db)
    await requireNoRedirects(db, removed)
    const items = []
    for (const { id: itemId } of removed) {
      const world = await lockWorld(db, itemId)
      const collection = collectionIn(world, world.row.collection_id)
      await trashItem(ctx, world, { actor, requestId, now })
      const after = { ...world.row, status: 'draft' as const, effective_status: 'draft' as const, updated_at: now }
      if (world.row.status === 'published')
        items.push(changedItem(ctx, { after, collection, settings: world.settings }))
    }
    const told = items.length === 0 ? [] : await ctx.announce({ reason: 'deleted', items, redirects: [] })
    return { removed, deliveries: [...told], jobId: ctx.carriedBy() }
  },
})

/** What redirects lead to is not taken away under them, as by `deleteItem`. */
async function requireNoRedirects(db: Reader, examples: readonly { id: string; title: string }[]): Promise<void> {
  const leading = await pathsLeadingTo(
    db,
    examples.map((example) => example.id),
  )
  const items = examples.flatMap(({ id: itemId, title }) => {
    const redirects = leading.filter((path) => path.itemId === itemId).length
    return redirects === 0 ? [] : [{ id: itemId, title, redirects }]
  })
  if (items.length === 0) return
  const titles = items.map(({ title }) => `“${title}”`).join(', ')
  throw new Refusal(
    'in_use',
    `Redirects lead to ${titles}. Name another target with deleteItem and redirectTo, or remove them with deleteRedirect; then call this again.`,
    { items },
  )
}
