import {
  isTooLong,
  type Place,
  publishedAt,
  type RedirectRecord,
  redirectRecords,
  retargetRedirects,
  storeRedirect,
  type Target,
  unpublishedAt,
} from '#areas/addresses/index.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import { Refusal } from '#kernel/errors.ts'
import { text } from '#kernel/schema.ts'
import { sitePath } from '#std/site-paths.ts'

/** A path that can be redirected. */
export const fromPathInput = text(2048, { min: 1 })
  .refine((given) => pathIn(given) !== undefined, {
    message:
      'Must be a path of the website such as /blog/old, without query or fragment, at most 200 characters in its last part',
  })
  .describe('Path below siteUrl, such as /blog/old')

/** The path in its canonical spelling. */
export function fromPathOf(given: string): string {
  return pathIn(given) ?? given
}

function pathIn(given: string): string | undefined {
  const path = sitePath(given)
  return path === undefined || isTooLong(path) ? undefined : path
}

/** Refuses a path that a published item has. */
export async function requireNoLiveItem({ db, collections }: Place, path: string): Promise<void> {
  const [itemId] = (await publishedAt(db, collections, [path])).values()
  if (itemId === undefined) return
  throw new Refusal(
    'slug_taken',
    `A published item has the path ${path}. Unpublish it first, or choose another path.`,
    { path, itemId },
  )
}

/**
 * Stores the redirect of a path, replacing an older one. What led to the path by way of an unpublished item there leads to the
 * target directly, so that no chain is left.
 */
export async function storeManualRedirect(
  place: Place & ItemWriter,
  { fromPath, to }: { fromPath: string; to: Target },
): Promise<RedirectRecord> {
  const { db, checks, collections } = place
  const ctx = { db, checks }
  const stored = await storeRedirect(ctx, { fromPath, to, reason: 'manual' })
  if (stored === 'too_long') throw new Error('a path that was accepted is too long')
  for (const itemId of (await unpublishedAt(db, collections, [fromPath])).values())
    if (!('itemId' in to) || to.itemId !== itemId) await retargetRedirects(ctx, { leadingTo: [itemId] }, to)

  const [record] = await redirectRecords(db, [stored.id])
  if (record === undefined) throw new Error('a redirect that was stored is not there')
  return record
}
