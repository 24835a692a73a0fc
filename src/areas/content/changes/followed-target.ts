import {
  carriedOn,
  findRedirect,
  type Place,
  publishedAt,
  redirectLoop,
  siteReader,
  type Target,
} from '#areas/addresses/index.ts'
import { getCollection } from '#areas/collections/index.ts'
import { findItem } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { pathKey } from '#std/site-paths.ts'

import { finalTarget } from './final-target.ts'

const mostHops = 10

/** What a redirect begins at: a path, and the item that leaves it, if one does. */
export type Source = { path: string; itemId?: string }

/**
 * Where a URL leads in the end: one of the organization's website is followed to the item there, or to where another redirect leads,
 * so that no chain is stored. One that leads back to the source is `redirect_loop` (content.md#redirects-never-loop).
 */
export async function followedTarget(place: Place, source: Source, to: string): Promise<Target> {
  let url = to
  for (let hop = 0; hop < mostHops; hop++) {
    const next = await nextOf(place, source, url)
    if (next === undefined) return { url }
    if ('itemId' in next) return itemTarget(place.db, source, next.itemId)
    url = next.url
  }
  throw redirectLoop()
}

async function itemTarget(db: Reader, source: Source, itemId: string): Promise<Target> {
  return finalTarget(db, await findItem(db, { id: itemId }), source)
}

/** What is at a URL of the organization's website: an item, or where a redirect leads with its query. Undefined: neither. */
async function nextOf(way: Place, source: Source, url: string): Promise<Target | undefined> {
  const { db, site, collections } = way
  for (const place of siteReader(site)(url)) {
    if (place.on === 'api') {
      const itemId = await itemInApi(db, place)
      if (itemId !== undefined) return { itemId }
      continue
    }
    if (pathKey(place.path) === pathKey(source.path)) throw redirectLoop()
    const [itemId] = (await publishedAt(db, collections, [place.path])).values()
    // With a query or fragment the URL says more than the item's address does.
    if (itemId !== undefined) return /[?#]/.test(url) ? undefined : { itemId }
    const onwards = await findRedirect(db, place.path)
    if (onwards === undefined) continue
    const end = 'itemId' in onwards ? await itemTarget(db, source, onwards.itemId) : onwards
    return carriedOn(way, end, url)
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
