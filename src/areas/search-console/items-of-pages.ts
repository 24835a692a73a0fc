import { sql } from 'kysely'

import { ownHosts, publishedAt, publishedBehind } from '#areas/addresses/index.ts'
import { allCollections, isPublic } from '#areas/collections/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import { type ItemId, storedId } from '#kernel/ids.ts'
import { siteHost } from '#std/comparable-url.ts'
import { spellings } from '#std/site-paths.ts'

/** Which published item is at each of these addresses: by its canonical URL, else by its path on an own host. */
export async function itemsOfPages(db: Reader, addresses: readonly string[]): Promise<Map<string, ItemId>> {
  if (addresses.length === 0) return new Map()
  const { paths } = await ownPaths(db, addresses)
  const byPath = await publishedAt(db, await allCollections(db), [...new Set(paths.values())])
  const canonical = await db
    .selectFrom('item')
    .select(['id', 'canonical_url'])
    .where('canonical_url', '=', sql<string>`any(${[...addresses]})`)
    .where(isPublic('item'))
    .orderBy('id')
    .execute()
  const found = new Map<string, ItemId>()
  for (const [address, path] of paths) {
    const item = byPath.get(path)
    if (item !== undefined) found.set(address, item)
  }
  for (const { id, canonical_url: address } of canonical) if (address !== null) found.set(address, storedId('item', id))
  return found
}

/**
 * The same of addresses that searches were counted for: former ones, which redirect to a published item, are that item's, too
 * (analytics.md#searches-move-with-the-item).
 */
export async function itemsOfSearches(db: Reader, addresses: readonly string[]): Promise<Map<string, ItemId>> {
  return new Map([...(await itemsMovedFrom(db, addresses)), ...(await itemsOfPages(db, addresses))])
}

/** Which published items moved away from these addresses: where a redirect leads to them. */
export async function itemsMovedFrom(db: Reader, addresses: readonly string[]): Promise<Map<string, ItemId>> {
  if (addresses.length === 0) return new Map()
  const { paths, forms } = await ownPaths(db, addresses)
  const behind = await publishedBehind(db, [...forms.values()].flat())
  const found = new Map<string, ItemId>()
  for (const [address, path] of paths) {
    const item = (forms.get(path) ?? []).map((form) => behind.get(form)).find((one) => one !== undefined)
    if (item !== undefined) found.set(address, item)
  }
  return found
}

/** The paths of those addresses that are on own hosts, and how each may be written. */
async function ownPaths(db: Reader, addresses: readonly string[]) {
  const hosts = ownHosts(await getSettings(db))
  const paths = new Map<string, string>()
  for (const address of addresses) {
    const url = URL.parse(address)
    if (url !== null && hosts.has(siteHost(url.host))) paths.set(address, url.pathname)
  }
  return { paths, forms: new Map([...new Set(paths.values())].map((path) => [path, spellings(path)])) }
}
