import { pathOf, siteOf, type Target, redirectLoop, urlOfRow } from '#areas/addresses/index.ts'
import { allCollections, getCollection } from '#areas/collections/index.ts'
import { findItem, type ItemRow } from '#areas/items/index.ts'
import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { isId } from '#kernel/ids.ts'
import { text } from '#kernel/schema.ts'
import { isHttpUrl } from '#std/urls.ts'

import { finalTarget, unfitTarget } from './final-target.ts'
import { followedTarget } from './followed-target.ts'

type Ctx = { db: Reader; access: Access; baseUrl: string }

/** The input field that names where an address leads from now on. */
export const redirectToInput = text(2048, { min: 1 })
  .optional()
  .describe('Item id or absolute URL; its address leads there')

/**
 * The target that an input names: an item of the organization, or an absolute URL. A target that leads elsewhere itself is
 * followed, so that no chain is stored; one that leads back is refused with `redirect_loop` (content.md#redirects-never-loop).
 */
export async function targetOf(ctx: Ctx, row: ItemRow, redirectTo: string | undefined): Promise<Target | undefined> {
  if (redirectTo === undefined) return undefined
  if (isHttpUrl(redirectTo)) return urlTarget(ctx, row, redirectTo)
  if (!isId('item', redirectTo)) throw unfitTarget('redirectTo must be an item id or an absolute URL.')
  return finalTarget(ctx.db, await findItem(ctx.db, { id: redirectTo }), { itemId: row.id })
}

async function urlTarget({ db, access, baseUrl }: Ctx, row: ItemRow, url: string): Promise<Target> {
  const site = await siteOf({ db, baseUrl, organizationId: access.organization.id })
  const collection = await getCollection(db, row.collection_id)
  const inContentApi = { ...site, siteUrl: null }
  const own = { ...row, canonical_url: null }
  const addresses = [
    urlOfRow(row, { collection, site }),
    urlOfRow(own, { collection, site }),
    urlOfRow(own, { collection, site: inContentApi }),
    urlOfRow({ ...own, slug: row.id }, { collection, site: inContentApi }),
  ]
  if (addresses.some((address) => placeOf(address) === placeOf(url))) throw redirectLoop()
  const place = { db, site, collections: await allCollections(db) }
  return followedTarget(place, { itemId: row.id, path: pathOf(collection, row) }, url)
}

function placeOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname.replace(/\/+$/, '')
}
