import type { Place, Target } from '#areas/addresses/index.ts'
import { finalTarget, followedTarget } from '#areas/content/index.ts'
import { findItem } from '#areas/items/index.ts'
import type { ItemId } from '#kernel/ids.ts'

/**
 * Where a redirect of a path leads in the end (seo.md#manual-redirects): an item, or what is found by following a URL. One that leads
 * back to the path is `redirect_loop`.
 */
export async function manualTarget(
  place: Place,
  fromPath: string,
  { toItemId, toUrl = '' }: { toItemId?: ItemId | undefined; toUrl?: string | undefined },
): Promise<Target> {
  const source = { path: fromPath }
  if (toItemId === undefined) return followedTarget(place, source, toUrl)
  return finalTarget(place.db, await findItem(place.db, { id: toItemId }), source)
}
