import { type Site, siteOf, urlOfRow } from '#areas/addresses/index.ts'
import { allCollections } from '#areas/collections/index.ts'
import { isOwn } from '#areas/site-audit/runs/audit-settings.ts'
import type { Reader } from '#kernel/database.ts'
import { urlKey } from '#std/url-key.ts'

/** An item whose page a website may show. */
export type OwnItem = { id: string; isPublished: boolean; changedAt: Date }

/** Every item by the key of its public URL, on hosts of the organization only. A published one comes before others. */
export async function itemsByUrl(
  db: Reader,
  { baseUrl, organizationId, hosts }: { baseUrl: string; organizationId: string; hosts: ReadonlySet<string> },
): Promise<Map<string, OwnItem>> {
  const site: Site = await siteOf({ db, baseUrl, organizationId })
  const collections = new Map((await allCollections(db)).map((collection) => [`${collection.id}`, collection]))
  const rows = await db
    .selectFrom('item')
    .select(['id', 'slug', 'category_slug', 'publish_at', 'canonical_url', 'collection_id'])
    .select(['effective_status', 'trashed_at', 'updated_at'])
    .orderBy('id')
    .execute()
  const found = new Map<string, OwnItem>()
  for (const row of rows) {
    const collection = collections.get(row.collection_id)
    if (collection === undefined) continue
    const url = urlKey(urlOfRow(row, { collection, site }))
    if (url === undefined || !isOwn(hosts, url)) continue
    const isPublished = row.effective_status === 'published' && row.trashed_at === null && collection.isOpen
    if (found.get(url)?.isPublished !== true) found.set(url, { id: row.id, isPublished, changedAt: row.updated_at })
  }
  return found
}
