import { sql } from 'kysely'

import {
  pathOf,
  pathsLeadingTo,
  type Placing,
  publishedAt,
  type Site,
  siteOf,
  siteReader,
  urlOfRow,
} from '#areas/addresses/index.ts'
import { allCollections } from '#areas/collections/index.ts'
import type { ItemRow } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'

import { rewriteAddress } from './links/rewrite-links.ts'
import { type LinkTarget, linksTo } from './links/site-addresses.ts'

/** What a consolidation knows about addresses: the duplicates' and the winner's. Plain data, so that two can be compared. */
export type AddressBook = {
  site: Site
  duplicates: LinkTarget[]
  winner: { id: string; slug: string; path: string; url: string }
}

type Ctx = { db: Reader; baseUrl: string; organizationId: string }

/**
 * The addresses of duplicates and winner: the path of each, the old paths that lead to it, its canonical URL. An address that
 * belongs to another item of the organization is not included.
 */
export async function addressBook(ctx: Ctx, winner: ItemRow, duplicates: readonly ItemRow[]): Promise<AddressBook> {
  const { db } = ctx
  const site = await siteOf(ctx)
  const collections = await allCollections(db)
  const collection = collections.find(({ id }) => id === winner.collection_id)
  if (collection === undefined) throw new Error('an item without its collection')
  const ids = duplicates.map(({ id }) => id)
  const old = await pathsLeadingTo(db, ids)

  const read = siteReader(site)
  const sitePaths = (address: string) => read(address).flatMap((place) => (place.on === 'site' ? [place.path] : []))
  const known = duplicates.map((row) => ({
    row,
    paths: [pathOf(collection, row), ...old.flatMap((entry) => (entry.itemId === row.id ? [entry.fromPath] : []))],
  }))
  const asked = known.flatMap(({ row, paths }) => [...paths, ...sitePaths(row.canonical_url ?? '')])
  const others = await addressesOfOthers(db, {
    collections,
    asked,
    ids,
    canonicals: duplicates.flatMap(({ canonical_url: url }) => url ?? []),
  })
  const isFree = (path: string) => !others.paths.has(path)

  const targets = known.map(({ row, paths }): LinkTarget => {
    const canonical = row.canonical_url
    const isOwn = canonical !== null && !others.canonicals.has(canonical) && sitePaths(canonical).every(isFree)
    return {
      id: row.id,
      slug: row.slug,
      collectionSlug: collection.slug,
      paths: paths.filter(isFree),
      canonicalUrl: isOwn ? canonical : null,
    }
  })
  return { site, duplicates: targets, winner: winnerOf(winner, { site, targets, collection }) }
}

function winnerOf(
  row: ItemRow,
  { site, targets, collection }: { site: Site; targets: LinkTarget[]; collection: Placing },
): AddressBook['winner'] {
  const { id, slug, canonical_url: canonicalUrl } = row
  const own = urlOfRow({ ...row, canonical_url: null }, { collection, site })
  const to = { id, slug, path: pathOf(collection, row), url: own }
  // A winner whose canonical URL is a duplicate's uses its own address from now on.
  const leadsToDuplicate =
    canonicalUrl !== null && rewriteAddress(canonicalUrl, linksTo(site, targets, to)) !== canonicalUrl
  return { ...to, url: leadsToDuplicate ? own : urlOfRow(row, { collection, site }) }
}

type Asked = {
  collections: Awaited<ReturnType<typeof allCollections>>
  asked: string[]
  ids: string[]
  canonicals: string[]
}

async function addressesOfOthers(db: Reader, { collections, asked, ids, canonicals }: Asked) {
  const published = await publishedAt(db, collections, asked)
  const rows = await db
    .selectFrom('item')
    .select(['id', 'canonical_url'])
    .where('canonical_url', '=', sql<string>`any(${canonicals})`)
    .where('trashed_at', 'is', null)
    .execute()
  const own = new Set<string>(ids)
  return {
    paths: new Set([...published].flatMap(([path, id]) => (own.has(id) ? [] : [path]))),
    canonicals: new Set(rows.flatMap((row) => (own.has(row.id) ? [] : [row.canonical_url]))),
  }
}
