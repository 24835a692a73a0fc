import { getCollection } from '#areas/collections/index.ts'
import { changedItem, findItem, type RedirectRecord } from '#areas/content/index.ts'
import type { Ctx } from '#kernel/context.ts'

/** Notifies the websites that a redirect was added or removed, with its target where that is a published item. */
export async function tellRedirect(ctx: Ctx<'write'>, record: RedirectRecord, is: 'stored' | 'gone'): Promise<void> {
  const { db } = ctx
  const target = record.toItemId === null ? undefined : await findItem(db, { id: record.toItemId })
  const items =
    target?.status === 'published'
      ? [await changedItem(ctx, { after: target, collection: await getCollection(db, target.collection_id) })]
      : []
  const redirects = is === 'stored' ? [{ from: record.fromPath, to: record.to }] : []
  await ctx.announce({ reason: 'redirect_changed', items, redirects, paths: [record.fromPath] })
}
