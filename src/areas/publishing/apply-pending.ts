import {
  applyRevision,
  type Authorship,
  changedItem,
  type ItemRow,
  type PreparedRevision,
  slugRedirects,
  type Surroundings,
} from '#areas/content/index.ts'
import type { DeliveryRef } from '#kernel/change.ts'
import { Refusal } from '#kernel/errors.ts'

import { collectionToPublish, type PublishCtx } from './go-live.ts'

/**
 * Applies the rewrite that waits on a published item, and notifies the websites. The row is locked. Refuses what may not go live
 * as `goLive` does, and with `conflict` where the waiting rewrite is not the prepared one.
 */
export async function applyPending(
  ctx: PublishCtx,
  { row, surroundings, pending }: { row: ItemRow; surroundings: Surroundings; pending: PreparedRevision | undefined },
  authorship: Authorship,
): Promise<{ row: ItemRow; told: readonly DeliveryRef[] }> {
  const collection = collectionToPublish(ctx, row, surroundings)
  if (pending?.revision.n !== row.pending_revision) throw staleRewrite()

  const { row: after } = await applyRevision(ctx, pending, { row, surroundings, authorship })

  const change = { before: row, after, collection }
  const reason = row.slug === after.slug ? 'updated' : 'slug_changed'
  const items = [await changedItem(ctx, change)]
  return { row: after, told: await ctx.announce({ reason, items, redirects: slugRedirects(change) }) }
}

const staleRewrite = () =>
  new Refusal(
    'conflict',
    'Another rewrite arrived at the same time. Look at it, then call again with a new idempotency key.',
  )
