import { isDeepStrictEqual } from 'node:util'

import type { StoredItem } from '#kernel/checks.ts'
import { comparableUrl } from '#std/comparable-url.ts'
import { keywordKey } from '#std/content-words.ts'
import { textHash } from '#std/text-hash.ts'

import { ownPath } from './rules/own-address.ts'
import { candidatesIn } from './rules/proposed-keyword.ts'
import type { Site } from './rules/subject.ts'
import { compared, given } from './rules/wording.ts'
import { addressesOf, type Around } from './site.ts'

export type KeyKind = 'keyword' | 'secondary' | 'description' | 'canonical' | 'link' | 'address' | 'related'
export type ItemKey = { kind: KeyKind; key: string }

/** Everything that keys are made from, besides the body and the organization. */
const columns = [
  'collection_id',
  'id',
  'slug',
  'category_slug',
  'publish_at',
  'primary_keyword',
  'secondary_keywords',
  'meta_description',
  'canonical_url',
  'external_url',
  'related_articles',
  'internal_link_suggestions',
] as const
type Keyed = Pick<StoredItem, (typeof columns)[number]>

const mostLinks = 2000

/** Whether two states of an item have the same keys, apart from those of their bodies. */
export function haveSameKeys(one: Keyed, other: Keyed): boolean {
  return columns.every((column) => isDeepStrictEqual(one[column], other[column]))
}

/** What an item has that others depend on, and what it depends on itself; `hrefs` are the addresses that its body links to. */
export function keysOf(row: Keyed, hrefs: readonly string[], { site, collections }: Around): ItemKey[] {
  const keys: ItemKey[] = [
    ...keyed('keyword', [keyOfWords(row.primary_keyword, site)]),
    ...keyed(
      'secondary',
      row.secondary_keywords.map((word) => keyOfWords(word, site)),
    ),
    ...keyed('description', [descriptionKey(row.meta_description)]),
    ...keyed('canonical', [canonicalKey(row.canonical_url)]),
    ...keyed('address', addressKeys(row, { site, collections })),
    ...keyed('related', [...row.related_articles, ...dependedOn(row, site)]),
    ...keyed('link', linkKeys(hrefs, site)),
  ]
  return [...new Map(keys.map((key) => [`${key.kind} ${key.key}`, key])).values()]
}

/** The key that two keywords share when they ask the same thing; empty if there is none. */
export function keyOfWords(text: string | null, { locale }: Pick<Site, 'locale'>): string {
  return keywordKey(text ?? '', locale)
}

/** The key of an item that is proposed a keyword: it depends on the item that has it. */
export const proposalKey = (keyword: string): string => `keyword ${keyword}`

/** The keys of the primary keywords that an item without one could be proposed. */
export function candidateKeys(row: Pick<StoredItem, 'primary_keyword' | 'title'>, site: Site): string[] {
  if (given(row.primary_keyword) !== null) return []
  return [...new Set(candidatesIn(row.title, site).map(({ key }) => key))].filter((key) => key !== '')
}

/** The key that two descriptions share when they say the same thing; empty if there is none. */
export function descriptionKey(text: string | null): string {
  const description = given(text)
  return description === null ? '' : textHash(compared(description))
}

/** The key that two canonical URLs share when they are one address; empty if there is none. */
export function canonicalKey(canonicalUrl: string | null): string {
  const url = comparableUrl(canonicalUrl ?? '')
  return url === undefined ? '' : textHash(url)
}

/** The key of one of the organization's own addresses, as `ownPath` returns it. */
export const pathKey = (path: string): string => textHash(path)

/** The keys of the addresses by which an item can be linked to: its own, its canonical URL and its external URL. */
export function addressKeys(row: Keyed, { site, collections }: Around): string[] {
  const collection = collections.get(row.collection_id)
  const paths = collection === undefined ? [] : addressesOf(site, collection, row)
  const named = [row.canonical_url, row.external_url].flatMap((url) => ownPath(url ?? '', site) ?? [])
  return [...new Set([...paths, ...named].map(pathKey))]
}

function keyed(kind: KeyKind, keys: readonly string[]): ItemKey[] {
  return keys.filter((key) => key !== '').map((key) => ({ kind, key }))
}

/** Items and addresses that a suggestion or the canonical URL names. */
function dependedOn(row: Keyed, site: Site): string[] {
  const suggestions = row.internal_link_suggestions
  const paths = [row.canonical_url, ...suggestions.map(({ url }) => url)].map((url) => ownPath(url ?? '', site))
  return [
    ...suggestions.flatMap(({ targetItemId }) => targetItemId ?? []),
    ...paths.flatMap((path) => (path === undefined ? [] : pathKey(path))),
  ]
}

function linkKeys(hrefs: readonly string[], site: Site): string[] {
  const keys = new Set<string>()
  for (const href of hrefs) {
    const path = ownPath(href, site)
    if (path !== undefined) keys.add(pathKey(path))
    if (keys.size >= mostLinks) break
  }
  return [...keys]
}
