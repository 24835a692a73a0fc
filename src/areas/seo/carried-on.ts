import { pathOf, type Target } from '#areas/addresses/index.ts'
import { findItem } from '#areas/items/index.ts'
import { joinUrl, urlLength, withQueryOf } from '#std/urls.ts'

import type { Place } from './place.ts'

/**
 * The target of a redirect that another one leads to by this URL, with the query and fragment of the URL (seo.md#manual-redirects). An
 * item becomes its address for that. Undefined where nobody can read the item, or the address would be too long.
 */
export async function carriedOn(place: Place, to: Target, url: string): Promise<Target | undefined> {
  if (!/[?#]/.test(url)) return to
  const onwards = 'url' in to ? to.url : await addressOfLive(place, to.itemId, url)
  const whole = onwards === undefined ? undefined : withQueryOf(onwards, url)
  return whole === undefined || whole.length > urlLength ? undefined : { url: whole }
}

async function addressOfLive({ db, site, collections }: Place, itemId: string, url: string) {
  const item = await findItem(db, { id: itemId })
  const collection = collections.find(({ id }) => id === item.collection_id)
  if (item.status !== 'published' || item.trashed_at !== null || collection?.isOpen !== true) return undefined
  const path = pathOf(collection, item)
  return site.siteUrl === null ? new URL(path, url).href : joinUrl(site.siteUrl, path)
}
