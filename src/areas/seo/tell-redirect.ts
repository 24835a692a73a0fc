import type { RedirectRecord } from '#areas/addresses/index.ts'
import { changedItem } from '#areas/content/index.ts'
import { collectionIn, findItem, readSurroundings } from '#areas/items/index.ts'
import type { ChangedItem } from '#kernel/change.ts'
import type { Ctx } from '#kernel/context.ts'

/** Notifies the websites that a redirect was added or removed, with its target where that is a published item. */
export async function tellRedirect(ctx: Ctx<'write'>, record: RedirectRecord, is: 'stored' | 'gone'): Promise<void> {
  const items = record.toItemId === null ? [] : await publishedTarget(ctx, record.toItemId)
  const redirects = is === 'stored' ? [{ from: record.fromPath, to: record.to }] : []
  await ctx.announce({ reason: 'redirect_changed', items, redirects, paths: [record.fromPath] })
}

async function publishedTarget(ctx: Ctx<'write'>, id: string): Promise<ChangedItem[]> {
  const after = await findItem(ctx.db, { id })
  if (after.status !== 'published') return []
  const { settings, collections } = await readSurroundings(ctx.db)
  return [changedItem(ctx, { after, collection: collectionIn({ collections }, after.collection_id), settings })]
}
