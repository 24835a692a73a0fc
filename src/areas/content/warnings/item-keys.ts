import { sql } from 'kysely'

import type { ItemRow } from '#areas/content/items.ts'
import { textHash } from '#std/text-hash.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { comparableUrl } from '#std/comparable-url.ts'
import { keywordKey } from '#std/content-words.ts'
import { hrefsOf } from '#std/page.ts'

import { ownPath } from './own-address.ts'
import { markDependents } from './rechecks.ts'
import { addressesOf, readSurroundings, type Surroundings } from './site.ts'
import type { Site, Suggestion } from './subject.ts'
import { compared, given } from './wording.ts'

export type KeyKind = 'keyword' | 'secondary' | 'description' | 'canonical' | 'link' | 'address' | 'related'
export type ItemKey = { kind: KeyKind; key: string }

/** The key that two keywords share when they ask the same. */
export function keyOfWords(text: string | null, { locale }: Pick<Site, 'locale'>): string {
  return keywordKey(text ?? '', locale)
}

/** The key that two descriptions share when they say the same. */
export const descriptionKey = (text: string): string => textHash(compared(text))
/** The key of an address of the organization's own, as `ownPath` gives it. */
export const pathKey = (path: string): string => textHash(path)

/** The keys of where an item can be linked to: where it stands, and where its canonical and its external URL say that it does. */
export function addressKeys(row: ItemRow, { site, collections }: Surroundings): string[] {
  const collection = collections.get(row.collection_id)
  const paths = collection === undefined ? [] : addressesOf(site, collection, row.slug)
  const named = [row.canonical_url, row.external_url].flatMap((url) => ownPath(url ?? '', site) ?? [])
  return [...new Set([...paths, ...named].map(pathKey))]
}

const mostLinks = 2000

/** What an item has that others depend on, or depends on itself. Without `html` its links are left out. */
function keysOf(row: ItemRow, html: string | undefined, { site, collections }: Surroundings): ItemKey[] {
  const keys: ItemKey[] = [
    ...keyed('keyword', [keyOfWords(row.primary_keyword, site)]),
    ...keyed(
      'secondary',
      row.secondary_keywords.map((word) => keyOfWords(word, site)),
    ),
    ...keyed('description', [given(row.meta_description) === null ? '' : descriptionKey(row.meta_description ?? '')]),
    ...keyed('canonical', [hashed(comparableUrl(row.canonical_url ?? ''))]),
    ...keyed('address', addressKeys(row, { site, collections })),
    ...keyed('related', [...row.related_articles, ...dependedOn(row, site)]),
    ...keyed('link', html === undefined ? [] : linkKeys(html, site)),
  ]
  return [...new Map(keys.map((key) => [`${key.kind} ${key.key}`, key])).values()]
}

/**
 * Keeps the keys of an item that was written, and notes it and whatever depends on the difference for another check. Without
 * `html` the body is as it was.
 */
export async function keepKeys(
  db: Writer,
  { before, after, html }: { before: ItemRow | undefined; after: ItemRow; html: string | undefined },
): Promise<void> {
  const around = await readSurroundings(db, after.organization_id)
  await replaceKeys(db, { before, after, html, around })
}

/** The same with surroundings that are known. */
export async function replaceKeys(
  db: Writer,
  {
    before,
    after,
    html,
    around,
    marksSelf,
  }: {
    before: ItemRow | undefined
    after: ItemRow
    html: string | undefined
    around: Surroundings
    /** Whether the item itself needs another check. Default true. */
    marksSelf?: boolean
  },
): Promise<void> {
  const stored = await storedKeys(db, after.id)
  const kept = html === undefined ? stored.filter(({ kind }) => kind === 'link') : []
  const wanted = [...keysOf(after, html, around), ...kept]
  const [added, removed] = [without(wanted, stored), without(stored, wanted)]
  for (const kind of new Set(removed.map((key) => key.kind))) {
    const keys = removed.filter((key) => key.kind === kind).map(({ key }) => key)
    await db
      .deleteFrom('item_key')
      .where('item_id', '=', after.id)
      .where('kind', '=', kind)
      .where('key', '=', sql<string>`any(${keys})`)
      .execute()
  }
  if (added.length > 0)
    await db
      .insertInto('item_key')
      .values(added.map((key) => ({ ...key, item_id: after.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const changed = visibilityOf(before) === visibilityOf(after) ? [...added, ...removed] : [...wanted, ...removed]
  await markDependents(db, after.id, changed, { marksSelf })
}

/** Notes what depends on an item for another check, before the item is removed with its keys. */
export async function leaveKeys(db: Writer, itemId: string): Promise<void> {
  await markDependents(db, itemId, await storedKeys(db, itemId), { marksSelf: false })
}

/** The stored keys of an item. */
async function storedKeys(db: Reader, itemId: string): Promise<ItemKey[]> {
  const rows = await db.selectFrom('item_key').select(['kind', 'key']).where('item_id', '=', itemId).execute()
  return rows as ItemKey[]
}

const visibilityOf = (row: ItemRow | undefined) =>
  row === undefined || row.trashed_at !== null ? 'none' : row.effective_status

function without(keys: readonly ItemKey[], others: readonly ItemKey[]): ItemKey[] {
  const known = new Set(others.map(({ kind, key }) => `${kind} ${key}`))
  return keys.filter(({ kind, key }) => !known.has(`${kind} ${key}`))
}

function keyed(kind: KeyKind, keys: readonly string[]): ItemKey[] {
  return keys.filter((key) => key !== '').map((key) => ({ kind, key }))
}

const hashed = (text: string | undefined) => (text === undefined ? '' : textHash(text))

/** Items and addresses that a suggestion or the canonical URL names. */
function dependedOn(row: ItemRow, site: Site): string[] {
  const suggestions = row.internal_link_suggestions as Suggestion[]
  const paths = [row.canonical_url, ...suggestions.map(({ url }) => url)].map((url) => ownPath(url ?? '', site))
  return [
    ...suggestions.flatMap(({ targetItemId }) => targetItemId ?? []),
    ...paths.flatMap((path) => (path === undefined ? [] : pathKey(path))),
  ]
}

function linkKeys(html: string, site: Site): string[] {
  const keys = new Set<string>()
  for (const href of hrefsOf(html)) {
    const path = ownPath(href, site)
    if (path !== undefined) keys.add(pathKey(path))
    if (keys.size >= mostLinks) break
  }
  return [...keys]
}
