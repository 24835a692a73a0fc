import { z } from 'zod'

import { pathOf, storeRedirect, type Target } from '#areas/addresses/index.ts'
import { type Collection, getCollection } from '#areas/collections/index.ts'
import { findItem, type ItemRow } from '#areas/items/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'

import type { Redirects } from './changes.ts'

/** The redirect that an item left, as operations return it. */
export const leftRedirectsOutput = z
  .array(z.object({ from: z.string(), to: z.string() }))
  .describe('The old path, and where it leads now')

/** Redirects the address of a live item elsewhere, if a target is named. Returns the redirect that it leaves. */
export async function leaveRedirect(
  ctx: ItemWriter,
  row: ItemRow,
  collection: Collection,
  to: Target | undefined,
): Promise<Redirects> {
  if (to === undefined || row.status !== 'published') return []
  const from = pathOf(collection, row)
  await storeRedirect(ctx, { fromPath: from, to, reason: 'manual' })
  return [{ from, to: await placeOf(ctx.db, to) }]
}

async function placeOf(db: Reader, target: Target): Promise<string> {
  if ('url' in target) return target.url
  const row = await findItem(db, { id: target.itemId })
  return pathOf(await getCollection(db, row.collection_id), row)
}
