import { z } from 'zod'

import { pathsLeadingTo, retargetRedirects } from '#areas/addresses/index.ts'
import { isOut } from '#areas/content/changes/change-item.ts'
import { changedItem } from '#areas/content/changes/changes.ts'
import { leaveRedirect, leftRedirectsOutput } from '#areas/content/changes/leave-redirect.ts'
import { redirectToInput, targetOf } from '#areas/content/changes/redirect-target.ts'
import { removeItem, trashDays, trashItem } from '#areas/content/changes/trash.ts'
import { collectionIn, type ItemRow, lockWorld, notAllowed } from '#areas/items/index.ts'
import { deliveries } from '#kernel/delivery.ts'
import { Refusal } from '#kernel/errors.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'

const day = 24 * 3600 * 1000

export const deleteItem = operation({
  name: 'deleteItem',
  title: 'Delete an item',
  summary: 'Unpublishes an item and moves it to the trash for 30 days. permanent: true removes it for good at once.',
  scope: 'content:delete',
  risk: 'destructive',
  changesPublic: { whenStored: (db, { id: itemId }) => isOut(db, itemId) },
  startsJob: true,
  errors: ['not_found', 'in_use', 'invalid_transition', 'redirect_loop'],
  examples: [{ title: 'To the trash', input: { id: 'itm_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('item'), permanent: z.boolean().default(false), redirectTo: redirectToInput, note }),
  output: z.object({
    id: id('item'),
    permanent: z.boolean(),
    trashedUntil: timestamp().nullable(),
    redirects: leftRedirectsOutput,
    deliveries: deliveries(),
    jobId: id('job').nullable(),
  }),

  async handle(ctx, { id: itemId, permanent, redirectTo }) {
    const { db, actor, requestId, now } = ctx
    const world = await lockWorld(db, itemId)
    const { row, settings } = world
    if (row.trashed_at !== null && !permanent) throw notAllowed('trash', 'trash')
    const collection = collectionIn(world, row.collection_id)
    const target = await targetOf(ctx, row, redirectTo)
    const leading = await pathsLeadingTo(db, [row.id])
    if (leading.length > 0 && target === undefined) {
      throw new Refusal(
        'in_use',
        `${leading.length} redirects lead to this item. Name another target with redirectTo.`,
        {
          redirects: leading.length,
        },
      )
    }

    if (target !== undefined) await retargetRedirects(ctx, { leadingTo: [row.id] }, target)
    const redirects = await leaveRedirect(ctx, world, target)
    const gone: ItemRow = { ...row, status: 'draft', effective_status: 'draft', updated_at: now }
    if (permanent) await removeItem(ctx, world)
    const after = permanent ? gone : (await trashItem(ctx, world, { actor, requestId, now })).row

    const told = await ctx.announce({
      reason: 'deleted',
      items: row.status === 'published' ? [changedItem(ctx, { after, collection, settings })] : [],
      redirects,
      // What is removed for good is no longer known as their former target.
      ...(permanent ? { paths: leading.map(({ fromPath }) => fromPath) } : {}),
      ...(permanent ? { removed: [row.id] } : {}),
    })
    return {
      id: row.id,
      permanent,
      trashedUntil: permanent ? null : iso(new Date(now.getTime() + trashDays * day)),
      redirects: [...redirects],
      deliveries: [...told],
      jobId: ctx.carriedBy(),
    }
  },
})
