import { sql } from 'kysely'

import type { Status } from '#areas/content/index.ts'
import { textHash } from '#std/text-hash.ts'
import type { Reader } from '#kernel/database.ts'
import { comparableUrl } from '#std/comparable-url.ts'
import { spellings } from '#std/site-paths.ts'
import { truncate } from '#std/text.ts'

import { ownPath } from './rules/own-address.ts'
import { patternsOf, type Around } from './site.ts'
import type { Other, Target } from './rules/subject.ts'

/**
 * Where addresses of the organization lead, by the address as it is written: an item that is not in the trash, a redirect, or
 * nothing. What is no address of its own has no entry. Three queries, however many there are.
 */
export async function resolveAddresses(
  db: Reader,
  around: Around,
  hrefs: Iterable<string>,
): Promise<Map<string, Target>> {
  const paths = new Map<string, string>()
  for (const href of hrefs) {
    const path = ownPath(href, around.site)
    if (path !== undefined) paths.set(href, path)
  }
  if (paths.size === 0) return new Map()
  const places = placesOf(around, new Set(paths.values()))
  const [bySlug, byCanonical, redirects] = [
    await itemsBySlug(db, places),
    await itemsByCanonical(db, [...paths.keys()]),
    await redirectsFrom(db, [...paths.values()]),
  ]

  const targets = new Map<string, Target>()
  for (const [href, path] of paths) {
    const matches = places.get(path) ?? []
    const items = matches.flatMap(({ collectionId, slug }) => bySlug.get(`${collectionId} ${slug}`) ?? [])
    const item = items.find(({ status }) => status === 'published') ?? byCanonical.get(href) ?? items[0]
    const redirect = redirects.get(path)
    if (item !== undefined && (item.status === 'published' || redirect === undefined))
      targets.set(href, { to: 'item', item })
    else if (redirect !== undefined) targets.set(href, redirect)
    else targets.set(href, { to: matches.some(({ isSure }) => isSure) ? 'nothing' : 'unknown' })
  }
  return targets
}

type Place = { collectionId: string; slug: string; isSure: boolean }

function placesOf(around: Around, paths: ReadonlySet<string>): Map<string, Place[]> {
  const patterns = patternsOf(around)
  const places = new Map<string, Place[]>()
  for (const path of paths) {
    const found = patterns.flatMap(({ collectionId, before, after, isSure }) => {
      if (!path.startsWith(before) || !path.endsWith(after) || path.length <= before.length + after.length) return []
      const slug = path.slice(before.length, path.length - after.length)
      return slug.includes('/') ? [] : [{ collectionId, slug, isSure }]
    })
    places.set(path, found)
  }
  return places
}

async function itemsBySlug(db: Reader, places: ReadonlyMap<string, readonly Place[]>): Promise<Map<string, Other>> {
  const all = [...places.values()].flat()
  if (all.length === 0) return new Map()
  const rows = await db
    .selectFrom('item')
    .select(['id', 'title', 'effective_status', 'collection_id', 'slug'])
    .where('trashed_at', 'is', null)
    .where('collection_id', '=', sql<string>`any(${[...new Set(all.map(({ collectionId }) => collectionId))]})`)
    .where('slug', '=', sql<string>`any(${[...new Set(all.map(({ slug }) => truncate(slug, 300)))]})`)
    .execute()
  return new Map(rows.map((row) => [`${row.collection_id} ${row.slug}`, otherOf(row)]))
}

/** Published items that name an address as their canonical one, whatever their own path is. */
async function itemsByCanonical(db: Reader, hrefs: readonly string[]): Promise<Map<string, Other>> {
  const keys = new Map<string, string[]>()
  for (const href of hrefs) {
    const url = comparableUrl(href)
    if (url !== undefined) keys.set(textHash(url), [...(keys.get(textHash(url)) ?? []), href])
  }
  if (keys.size === 0) return new Map()
  const rows = await db
    .selectFrom('item_key as k')
    .innerJoin('item as i', 'i.id', 'k.item_id')
    .select(['k.key', 'i.id', 'i.title', 'i.effective_status', 'i.collection_id'])
    .where('k.kind', '=', 'canonical')
    .where('k.key', '=', sql<string>`any(${[...keys.keys()]})`)
    .where('i.trashed_at', 'is', null)
    .where('i.effective_status', '=', 'published')
    .execute()
  return new Map(rows.flatMap((row) => (keys.get(row.key) ?? []).map((href) => [href, otherOf(row)] as const)))
}

// A redirect keeps its path as it was given: percent-encoded by us, or as an import found it.
async function redirectsFrom(db: Reader, paths: readonly string[]): Promise<Map<string, Target>> {
  const hashes = new Map<string, string>()
  for (const path of paths) for (const form of spellings(path)) hashes.set(textHash(form), path)
  const rows = await db
    .selectFrom('redirect')
    .select(['from_hash', 'to_item_id', 'to_url'])
    .where('from_hash', '=', sql<string>`any(${[...hashes.keys()]})`)
    .execute()
  return new Map(
    rows.map((row) => [hashes.get(row.from_hash) ?? '', { to: 'redirect', itemId: row.to_item_id, url: row.to_url }]),
  )
}

/** An item as evidence names it. */
export function otherOf(row: { id: string; title: string; effective_status: Status; collection_id: string }): Other {
  return { id: row.id, title: row.title, status: row.effective_status, collectionId: row.collection_id }
}
