import { findRedirect, pathOf, redirectLoop, siteOf, type Target, urlOfRow } from '#areas/addresses/index.ts'
import { getCollection } from '#areas/collections/index.ts'
import { findItem, type ItemRow } from '#areas/items/index.ts'
import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId } from '#kernel/ids.ts'
import { text } from '#kernel/schema.ts'
import { pathKey } from '#std/site-paths.ts'
import { isHttpUrl } from '#std/urls.ts'

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
  if (isHttpUrl(redirectTo)) {
    if (await isAddressOf(ctx, row, redirectTo)) throw redirectLoop()
    return { url: redirectTo }
  }
  if (!isId('item', redirectTo)) throw unfit('redirectTo must be an item id or an absolute URL.')
  return finalTarget(ctx.db, await findItem(ctx.db, { id: redirectTo }), { itemId: row.id })
}

/** Where a target finally leads, from an item or a path: `redirect_loop` if that is the source itself. */
export async function finalTarget(
  db: Reader,
  target: ItemRow,
  source: { itemId: string } | { path: string },
): Promise<Target> {
  const seen = new Set<string>('itemId' in source ? [source.itemId] : [])
  for (let at = target; ;) {
    if (seen.has(at.id)) throw redirectLoop()
    seen.add(at.id)
    if (at.status === 'published') return { itemId: at.id }
    const path = pathOf(await getCollection(db, at.collection_id), at)
    if ('path' in source && pathKey(source.path) === pathKey(path)) throw redirectLoop()
    const onwards = await findRedirect(db, path)
    if (onwards === undefined) {
      if (at.trashed_at !== null) throw unfit('The target is in the trash. Restore it or name another one.')
      return { itemId: at.id }
    }
    if ('url' in onwards) return onwards
    at = await findItem(db, { id: onwards.itemId })
  }
}

/** Whether a URL is one of the addresses of the item: its canonical one, on the website, in the Content API. */
async function isAddressOf({ db, access, baseUrl }: Ctx, row: ItemRow, url: string): Promise<boolean> {
  const collection = await getCollection(db, row.collection_id)
  const site = await siteOf({ db, baseUrl, organizationId: access.organization.id })
  const inContentApi = { ...site, siteUrl: null }
  const own = { ...row, canonical_url: null }
  const addresses = [
    urlOfRow(row, { collection, site }),
    urlOfRow(own, { collection, site }),
    urlOfRow(own, { collection, site: inContentApi }),
    urlOfRow({ ...own, slug: row.id }, { collection, site: inContentApi }),
  ]
  return addresses.some((address) => placeOf(address) === placeOf(url))
}

function placeOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname.replace(/\/+$/, '')
}

function unfit(message: string): Refusal {
  return new Refusal('validation_failed', message, [{ path: '/input/redirectTo', message, code: 'invalid_value' }])
}
