import { findRedirect, publishedAt, redirectLoop, type Target } from '#areas/addresses/index.ts'
import { getCollection } from '#areas/collections/index.ts'
import { finalTarget } from '#areas/content/index.ts'
import { findItem } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { ItemId } from '#kernel/ids.ts'
import { pathKey, spellings } from '#std/site-paths.ts'

import { carriedOn } from './carried-on.ts'
import { siteReader } from './links/site-addresses.ts'
import type { Place } from './place.ts'

const mostHops = 10

/**
 * Where a redirect of a path leads in the end (seo.md#manual-redirects). A URL of the organization's website is followed
 * to the item there, or to where another redirect leads; one that leads back to the path is `redirect_loop`.
 */
export async function manualTarget(
  place: Place,
  fromPath: string,
  to: { toItemId?: ItemId | undefined; toUrl?: string | undefined },
): Promise<Target> {
  if (to.toItemId !== undefined) return itemTarget(place.db, fromPath, to.toItemId)
  let url = to.toUrl ?? ''
  for (let hop = 0; hop < mostHops; hop++) {
    const next = await nextOf(place, fromPath, url)
    if (next === undefined) return { url }
    if ('itemId' in next) return itemTarget(place.db, fromPath, next.itemId)
    url = next.url
  }
  throw redirectLoop()
}

async function itemTarget(db: Reader, fromPath: string, itemId: ItemId): Promise<Target> {
  return finalTarget(db, await findItem(db, { id: itemId }), { path: fromPath })
}

/** What is at a URL of the organization's website: an item, or where a redirect leads with its query. Undefined: neither. */
async function nextOf(way: Place, fromPath: string, url: string): Promise<Target | undefined> {
  const { db, site, collections } = way
  for (const place of siteReader(site)(url)) {
    if (place.on === 'api') {
      const itemId = await itemInApi(db, place)
      if (itemId !== undefined) return { itemId }
      continue
    }
    if (pathKey(place.path) === pathKey(fromPath)) throw redirectLoop()
    const [itemId] = (await publishedAt(db, collections, spellings(place.path))).values()
    // With a query or fragment the URL says more than the item's address does.
    if (itemId !== undefined) return /[?#]/.test(url) ? undefined : { itemId }
    for (const path of spellings(place.path)) {
      const onwards = await findRedirect(db, path)
      if (onwards === undefined) continue
      const end = 'itemId' in onwards ? await itemTarget(db, fromPath, onwards.itemId) : onwards
      return carriedOn(way, end, url)
    }
  }
  return undefined
}

async function itemInApi(db: Reader, { collectionSlug, key }: { collectionSlug: string; key: string }) {
  try {
    const { id: collectionId } = await getCollection(db, collectionSlug)
    return (await findItem(db, key.startsWith('itm_') ? { id: key } : { slug: key, collectionId })).id
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}
