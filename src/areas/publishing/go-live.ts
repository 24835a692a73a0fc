import { type Collection, getCollection, requireEnabled } from '#areas/collections/index.ts'
import { type Authorship, changedItem, editItem, type ItemRow, requirePublishable } from '#areas/content/index.ts'
import { getSettings, type Settings } from '#areas/organizations/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { ContentChange, DeliveryRef } from '#kernel/change.ts'
import type { Writer } from '#kernel/database.ts'

/** What publishing works with, in a call or when an item is due. */
export type PublishCtx = {
  db: Writer
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
  row: ItemRow,
  { publishAt, ...authorship }: Authorship & { publishAt: Date },
): Promise<{ row: ItemRow; told: readonly DeliveryRef[] }> {
  const { db } = ctx
  const collection = await collectionToPublish(ctx, row, await getSettings(db))

  const state = { status: 'published' as const, publishAt }
  const { row: after } = await editItem(db, { row, collection, changes: {}, state, authorship })

  const told = await ctx.announce({
    reason: 'published',
    items: [await changedItem(ctx, { before: row, after, collection })],
  })
  return { row: after, told }
}

/** The collection of an item that may go live. Refuses otherwise, as `goLive` does. */
export async function collectionToPublish(
  { db, access }: Pick<PublishCtx, 'db' | 'access'>,
  row: ItemRow,
  settings: Settings,
): Promise<Collection> {
  const collection = await getCollection(db, row.collection_id)
  requireEnabled(collection, access.organization.plan)
  requirePublishable(settings, row)
  return collection
}
