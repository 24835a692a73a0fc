import { type Collection, requireEnabled } from '#areas/collections/index.ts'
import {
  type Authorship,
  changedItem,
  collectionIn,
  editItem,
  type ItemRow,
  requirePublishable,
  type Surroundings,
} from '#areas/content/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { ContentChange, DeliveryRef } from '#kernel/change.ts'
import type { ItemWriter } from '#kernel/checks.ts'

/** What publishing works with, in a call or when an item is due. */
export type PublishCtx = ItemWriter & {
  access: { organization: Pick<OrganizationFacts, 'id' | 'plan'> }
  baseUrl: string
  announce(change: ContentChange): Promise<readonly DeliveryRef[]>
}

/**
 * Makes a draft or scheduled item public with this date, and notifies the websites. The row is locked. Refuses what may not go
 * live: `collection_disabled`, `plan_required`, `blocked_by_policy`, `not_connected`.
 */
export async function goLive(
  ctx: PublishCtx,
  { row, surroundings, publishAt }: { row: ItemRow; surroundings: Surroundings; publishAt: Date },
  authorship: Authorship,
): Promise<{ row: ItemRow; told: readonly DeliveryRef[] }> {
  const collection = collectionToPublish(ctx, row, surroundings)

  const state = { status: 'published' as const, publishAt }
  const { row: after } = await editItem(ctx, { row, surroundings, changes: {}, state, authorship })

  const told = await ctx.announce({
    reason: 'published',
    items: [await changedItem(ctx, { before: row, after, collection })],
  })
  return { row: after, told }
}

/** The collection of an item that may go live. Refuses otherwise, as `goLive` does. */
export function collectionToPublish(
  { access }: Pick<PublishCtx, 'access'>,
  row: ItemRow,
  surroundings: Surroundings,
): Collection {
  const collection = collectionIn(surroundings, row.collection_id)
  requireEnabled(collection, access.organization.plan)
  requirePublishable(surroundings.settings, row)
  return collection
}
