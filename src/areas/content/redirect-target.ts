import { getCollection } from '#areas/collections/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId } from '#kernel/ids.ts'
import { text } from '#kernel/schema.ts'
import { isHttpUrl } from '#std/urls.ts'

import { findItem, type ItemRow } from './items.ts'
import { pathOf, publicUrl } from './public-url.ts'
import { findRedirect, redirectLoop, type Target } from './redirects.ts'

type Ctx = { db: Reader; access: Access; baseUrl: string }

/** The input field that names where an address leads from now on. */
export const redirectToInput = text(2048, { min: 1 })
  .optional()
  .describe('Item id or absolute URL; its address leads there')

/**
 * The target that an input names: an item of the organization, or an absolute URL. A target that leads elsewhere itself is
 * followed, so that no chain is stored; one that leads back is refused with `redirect_loop` (operations.md 1.2).
 */
export async function targetOf(ctx: Ctx, row: ItemRow, redirectTo: string | undefined): Promise<Target | undefined> {
  if (redirectTo === undefined) return undefined
  if (isHttpUrl(redirectTo)) {
    if (await isAddressOf(ctx, row, redirectTo)) throw redirectLoop()
    return { url: redirectTo }
  }
  if (!isId('item', redirectTo)) throw unfit('redirectTo must be an item id or an absolute URL.')
  return follow(ctx.db, row, await findItem(ctx.db, { id: redirectTo }))
}

async function follow(db: Reader, source: ItemRow, target: ItemRow): Promise<Target> {
  const seen = new Set<string>([source.id])
  for (let at = target; ;) {
    if (seen.has(at.id)) throw redirectLoop()
    seen.add(at.id)
    if (at.status === 'published') return { itemId: at.id }
    const onwards = await findRedirect(db, pathOf(await getCollection(db, at.collection_id), at.slug))
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
  const { slug: collectionSlug, urlTemplate } = await getCollection(db, row.collection_id)
  const { siteUrl } = await getSettings(db)
  const organizationId = access.organization.id
  const item = { slug: row.slug, canonicalUrl: null, collectionSlug, urlTemplate }
  const addresses = [
    publicUrl({ ...item, canonicalUrl: row.canonical_url }, { siteUrl, baseUrl, organizationId }),
    publicUrl(item, { siteUrl, baseUrl, organizationId }),
    publicUrl(item, { siteUrl: null, baseUrl, organizationId }),
    publicUrl({ ...item, slug: row.id }, { siteUrl: null, baseUrl, organizationId }),
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
