import type { ItemId } from '#kernel/ids.ts'
import { joinUrl, urlLength, withQueryOf } from '#std/urls.ts'

import type { Place } from './place.ts'
import { pathOf, placedColumns } from './public-url.ts'

/** Where a redirect leads. */
export type Target = { itemId: ItemId } | { url: string }

type Around = Pick<Place, 'db' | 'collections'> & { site: Pick<Place['site'], 'siteUrl'> }

/**
 * The target of a redirect that another one leads to by this URL, with the query and fragment of the URL (seo.md#manual-redirects). An
 * item becomes its address for that. Undefined where nobody can read the item, or the address would be too long.
 */
export async function carriedOn(around: Around, to: Target, url: string): Promise<Target | undefined> {
  if (!/[?#]/.test(url)) return to
  const onwards = 'url' in to ? to.url : await addressOfLive(around, to.itemId, url)
  const whole = onwards === undefined ? undefined : withQueryOf(onwards, url)
  return whole === undefined || whole.length > urlLength ? undefined : { url: whole }
}

async function addressOfLive({ db, site, collections }: Around, itemId: string, url: string) {
  const item = await db
    .selectFrom('item')
    .select([...placedColumns, 'collection_id'])
    .where('id', '=', itemId)
    .where('status', '=', 'published')
    .where('trashed_at', 'is', null)
    .executeTakeFirst()
  const collection = collections.find(({ id }) => id === item?.collection_id)
  if (item === undefined || collection?.isOpen !== true) return undefined
  const path = pathOf(collection, item)
  return site.siteUrl === null ? new URL(path, url).href : joinUrl(site.siteUrl, path)
}
