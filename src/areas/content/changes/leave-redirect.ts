import { z } from 'zod'

import { alsoPublishedAt, pathOf, storeRedirect, type Target } from '#areas/addresses/index.ts'
import { getCollection } from '#areas/collections/index.ts'
import { collectionIn, findItem, type World } from '#areas/items/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'

import type { Redirects } from './changes.ts'

/** The redirect that an item left, as operations return it. */
export const leftRedirectsOutput = z
  .array(z.object({ from: z.string(), to: z.string() }))
  .describe('The old path, and where it leads now')

/**
 * Redirects the address of a live item elsewhere, if a target is named. Returns the redirect that it leaves;
 * none where another item has the address, too.
 */
export async function leaveRedirect(
  ctx: ItemWriter,
  { row, collections }: Pick<World, 'row' | 'collections'>,
  to: Target | undefined,
): Promise<Redirects> {
  if (to === undefined || row.status !== 'published') return []
  const from = pathOf(collectionIn({ collections }, row.collection_id), row)
  const holder = await alsoPublishedAt(ctx.db, collections, { path: from, collectionId: row.collection_id })
  await storeRedirect(ctx, { fromPath: from, to, reason: 'manual', holder })
  return holder === undefined ? [{ from, to: await placeOf(ctx.db, to) }] : []
}

async function placeOf(db: Reader, target: Target): Promise<string> {
  if ('url' in target) return target.url
  const row = await findItem(db, { id: target.itemId })
  return pathOf(await getCollection(db, row.collection_id), row)
}
