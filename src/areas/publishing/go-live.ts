import { type Collection, requireEnabled } from '#areas/collections/index.ts'
import { type Authorship, changedItem, editItem, requirePublishable } from '#areas/content/index.ts'
import { collectionIn, type World } from '#areas/items/index.ts'
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
  { world, publishAt }: { world: World; publishAt: Date },
  authorship: Authorship,
): Promise<{ after: World; told: readonly DeliveryRef[] }> {
  const { row: before, settings } = world
  const collection = collectionToPublish(ctx, world)

  const state = { status: 'published' as const, publishAt }
  const { after } = await editItem(ctx, { world, changes: {}, state, authorship })

  const told = await ctx.announce({
    reason: 'published',
    items: [changedItem(ctx, { before, after: after.row, collection, settings })],
  })
  return { after, told }
}

/** The collection of an item that may go live. Refuses otherwise, as `goLive` does. */
export function collectionToPublish(
  { access }: Pick<PublishCtx, 'access'>,
  world: Pick<World, 'row' | 'collections' | 'settings'>,
): Collection {
  const collection = collectionIn(world, world.row.collection_id)
  requireEnabled(collection, access.organization.plan)
  requirePublishable(world.settings, world.row)
  return collection
}
