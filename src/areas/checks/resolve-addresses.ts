import { sql } from 'kysely'

import { placedColumns } from '#areas/addresses/index.ts'
import { isPublic } from '#areas/collections/index.ts'
import type { Status } from '#areas/items/index.ts'
import { ask, joined, mapped, type Question, question, selectFrom } from '#kernel/ask.ts'
import type { Reader } from '#kernel/database.ts'
import { comparableUrl } from '#std/comparable-url.ts'
import { spellings } from '#std/site-paths.ts'
import { textHash } from '#std/text-hash.ts'
import { truncate } from '#std/text.ts'

import { ownPath } from './rules/own-address.ts'
import { isLive, type Other, type Target } from './rules/subject.ts'
import { addressesOf, type Around, patternsOf } from './site.ts'

/** Where addresses of the organization lead, by the address as written (`addressesAsked`). */
export async function resolveAddresses(db: Reader, around: Around, hrefs: Iterable<string>) {
  return ask(db, addressesAsked(around, hrefs))
}

/**
 * Where addresses of the organization lead, by the address as written: an item that is not in the trash, a redirect, or
 * nothing. Other addresses have no entry. Three queries, however many addresses there are.
 */
export function addressesAsked(around: Around, hrefs: Iterable<string>): Question<Map<string, Target>> {
  const paths = new Map<string, string>()
  for (const href of hrefs) {
    const path = ownPath(href, around.site)
    if (path !== undefined) paths.set(href, path)
  }
  const places = placesOf(around, new Set(paths.values()))
  const found = joined({
    bySlug: itemsBySlug(around, places),
    byCanonical: itemsByCanonical(around, [...paths.keys()]),
    redirects: redirectsFrom([...paths.values()]),
  })
  return mapped(found, (answers) => targetsOf(paths, places, answers))
}

type Found = { bySlug: Map<string, Placed>; byCanonical: Map<string, Other>; redirects: Map<string, Target> }

function targetsOf(
  paths: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, readonly Place[]>,
  { bySlug, byCanonical, redirects }: Found,
): Map<string, Target> {
  const targets = new Map<string, Target>()
  for (const [href, path] of paths) {
    const matches = places.get(path) ?? []
    const items = matches.flatMap(({ collectionId, slug, isGuess }) => {
      const found = bySlug.get(`${collectionId} ${slug}`)
      return found === undefined || (isGuess && !found.paths().includes(path)) ? [] : [found.item]
    })
    const isPublished = ({ status }: Other) => status === 'published'
    const item = items.find(isLive) ?? byCanonical.get(href) ?? items.find(isPublished) ?? items[0]
    const redirect = redirects.get(path)
    // What is published in a closed collection keeps its address, too: no redirect takes it.
    if (item !== undefined && (isPublished(item) || redirect === undefined)) targets.set(href, { to: 'item', item })
    else if (redirect !== undefined) targets.set(href, redirect)
    else targets.set(href, { to: matches.some(({ isSure }) => isSure) ? 'nothing' : 'unknown' })
  }
  return targets
}

/** `isGuess`: the path could have other slugs, too. */
type Place = { collectionId: string; slug: string; isSure: boolean; isGuess: boolean }

/** An item, and the paths by which it can be linked to. */
type Placed = { item: Other; paths(): string[] }

function placesOf(around: Around, paths: ReadonlySet<string>): Map<string, Place[]> {
  const patterns = patternsOf(around)
  const places = new Map<string, Place[]>()
  for (const path of paths) {
    const found = patterns.flatMap(({ collectionId, slugsIn, isSure }) =>
      slugsIn(path).map((slug, _, all) => ({ collectionId, slug, isSure, isGuess: all.length > 1 })),
    )
    places.set(path, found)
  }
  return places
}

function itemsBySlug(around: Around, places: ReadonlyMap<string, readonly Place[]>): Question<Map<string, Placed>> {
  const all = [...places.values()].flat()
  const query = selectFrom('item')
    .select([...placedColumns, 'title', 'effective_status', 'collection_id'])
    .where('trashed_at', 'is', null)
    .where('collection_id', '=', sql<string>`any(${[...new Set(all.map(({ collectionId }) => collectionId))]})`)
    .where('slug', '=', sql<string>`any(${[...new Set(all.map(({ slug }) => truncate(slug, 300)))]})`)
  return question(
    all.length === 0 ? undefined : query,
    (rows) =>
      new Map(
        rows.map((row) => {
          const collection = around.collections.get(row.collection_id)
          const paths = () => (collection === undefined ? [] : addressesOf(around.site, collection, row))
          return [`${row.collection_id} ${row.slug}`, { item: otherOf(row, around), paths }]
        }),
      ),
  )
}

/** Items that the public sees whose canonical URL is one of the addresses, whatever their own path is. */
function itemsByCanonical(around: Around, hrefs: readonly string[]): Question<Map<string, Other>> {
  const keys = new Map<string, string[]>()
  for (const href of hrefs) {
    const url = comparableUrl(href)
    if (url !== undefined) keys.set(textHash(url), [...(keys.get(textHash(url)) ?? []), href])
  }
  const query = selectFrom('item_key as k')
    .innerJoin('item as i', 'i.id', 'k.item_id')
    .select(['k.key', 'i.id', 'i.title', 'i.effective_status', 'i.collection_id'])
    .where('k.kind', '=', 'canonical')
    .where('k.key', '=', sql<string>`any(${[...keys.keys()]})`)
    .where(isPublic('i'))
  return question(
    keys.size === 0 ? undefined : query,
    (rows) =>
      new Map(rows.flatMap((row) => (keys.get(row.key) ?? []).map((href) => [href, otherOf(row, around)] as const))),
  )
}

// A redirect keeps its path as it was entered: percent-encoded by us, or as an import found it.
function redirectsFrom(paths: readonly string[]): Question<Map<string, Target>> {
  const hashes = new Map<string, string>()
  for (const path of paths) for (const form of spellings(path)) hashes.set(textHash(form), path)
  const query = selectFrom('redirect')
    .select(['from_hash', 'to_item_id', 'to_url'])
    .where('from_hash', '=', sql<string>`any(${[...hashes.keys()]})`)
    .where('gave_way_to', 'is', null)
  const targetOf = (row: { to_item_id: string | null; to_url: string | null }): Target => ({
    to: 'redirect',
    itemId: row.to_item_id,
    url: row.to_url,
  })
  return question(
    hashes.size === 0 ? undefined : query,
    (rows) => new Map(rows.map((row) => [hashes.get(row.from_hash) ?? '', targetOf(row)])),
  )
}

/** An item as evidence names it. */
export function otherOf(
  { id, title, effective_status: status, collection_id: collectionId }: OtherRow,
  { collections }: Pick<Around, 'collections'>,
): Other {
  return { id, title, status, collectionId, isOpen: collections.get(collectionId)?.isOpen === true }
}

type OtherRow = { id: string; title: string; effective_status: Status; collection_id: string }
