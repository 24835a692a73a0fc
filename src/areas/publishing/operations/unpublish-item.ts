import { z } from 'zod'

import { retargetRedirects } from '#areas/addresses/index.ts'
import {
  changedItem,
  editItem,
  itemSummary,
  leaveRedirect,
  leftRedirectsOutput,
  redirectToInput,
  summaryIn,
  targetOf,
  transition,
} from '#areas/content/index.ts'
import { collectionIn, lockUntrashedWorld, notAllowed } from '#areas/items/index.ts'
import { deliveries } from '#kernel/delivery.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion } from '#kernel/schema.ts'

export const unpublishItem = operation({
  name: 'unpublishItem',
  title: 'Unpublish an item',
  summary: 'Makes a published item a draft, no longer public. redirectTo: where its address leads instead.',
  scope: 'content:publish',
  risk: 'publish',
  startsJob: true,
  errors: ['not_found', 'invalid_transition', 'redirect_loop'],
  examples: [{ title: 'Unpublish', input: { id: 'itm_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('item'), redirectTo: redirectToInput, ifVersion, note }),
  output: z.object({
    item: itemSummary,
    redirects: leftRedirectsOutput,
    deliveries: deliveries(),
    jobId: id('job').nullable(),
  }),

  async handle(ctx, { id: itemId, redirectTo, ifVersion: version }) {
    const { db, actor, requestId, now } = ctx
    const world = await lockUntrashedWorld(db, { id: itemId, ifVersion: version, to: 'unpublished' })
    const { row, settings } = world
    if (row.status !== 'published') throw notAllowed(row.effective_status, 'unpublished')
    const collection = collectionIn(world, row.collection_id)
    const target = await targetOf(ctx, row, redirectTo)

    // First, so that no redirect that waits for the address leads on meanwhile.
    if (target !== undefined) await retargetRedirects(ctx, { leadingTo: [row.id] }, target)
    const redirects = await leaveRedirect(ctx, world, target)
    const state = transition(row, 'draft', undefined, now)
    const { after } = await editItem(ctx, { world, changes: {}, state, authorship: { actor, requestId, now } })

    const told = await ctx.announce({
      reason: 'unpublished',
      items: [changedItem(ctx, { before: row, after: after.row, collection, settings })],
      redirects,
    })
    return { item: summaryIn(after, ctx), redirects: [...redirects], deliveries: [...told], jobId: ctx.carriedBy() }
  },
})
