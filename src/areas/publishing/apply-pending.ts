import {
  applyRevision,
  type Authorship,
  changedItem,
  type PreparedRevision,
  slugRedirects,
} from '#areas/content/index.ts'
import type { World } from '#areas/items/index.ts'
import type { DeliveryRef } from '#kernel/change.ts'
import { Refusal } from '#kernel/errors.ts'

import { collectionToPublish, type PublishCtx } from './go-live.ts'

/**
 * Applies the rewrite that waits on a published item, and notifies the websites. The row is locked. Refuses what may not go live
 * as `goLive` does, and with `conflict` where the waiting rewrite is not the prepared one.
 */
export async function applyPending(
  ctx: PublishCtx,
  { world, pending }: { world: World; pending: PreparedRevision | undefined },
  authorship: Authorship,
): Promise<{ after: World; told: readonly DeliveryRef[] }> {
  const { row, settings } = world
  const collection = collectionToPublish(ctx, world)
  if (pending?.revision.n !== row.pending_revision) throw staleRewrite()

  const { after } = await applyRevision(ctx, pending, { world, authorship })

  const change = { before: row, after: after.row, collection, settings }
  const reason = row.slug === after.row.slug ? 'updated' : 'slug_changed'
  const items = [changedItem(ctx, change)]
  return { after, told: await ctx.announce({ reason, items, redirects: slugRedirects(change) }) }
}

const staleRewrite = () =>
  new Refusal(
    'conflict',
    'Another rewrite arrived at the same time. Look at it, then call again with a new idempotency key.',
  )
