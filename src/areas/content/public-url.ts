import type { Collection } from '#areas/collections/index.ts'
import { getSettings, type Settings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import { joinUrl } from '#std/urls.ts'

import type { ItemRow } from './items.ts'

/** Where an organization's content is: its website, its other domains, and the Content API. */
export type Site = { siteUrl: string | null; domains: readonly string[]; baseUrl: string; organizationId: string }

/** What the address of an item depends on. */
export type Addressed = Pick<ItemRow, 'slug' | 'canonical_url'>
type Around = {
  collection: Pick<Collection, 'slug' | 'urlTemplate'>
  site: Pick<Site, 'siteUrl' | 'baseUrl' | 'organizationId'>
}

/** Reads where an organization's content is. */
export async function siteOf({
  db,
  baseUrl,
  organizationId,
}: {
  db: Reader
  baseUrl: string
  organizationId: string
}): Promise<Site> {
  return siteIn(await getSettings(db), { baseUrl, organizationId })
}

/** The same, for settings that have already been read. */
export function siteIn(
  { siteUrl, brand }: Pick<Settings, 'siteUrl' | 'brand'>,
  place: { baseUrl: string; organizationId: string },
): Site {
  return { siteUrl, domains: brand.domains, ...place }
}

/** The path of the items of a collection, below `/v1/{organizationId}/`. */
export function itemsPath(collectionSlug: string): string {
  return collectionSlug === 'articles' ? 'articles' : `collections/${encodeURIComponent(collectionSlug)}/items`
}

/** The path of an item on its website. */
export function pathOf({ urlTemplate }: { urlTemplate: string }, slug: string): string {
  return urlTemplate.replaceAll('{slug}', encodeURIComponent(slug))
}

/** The path of the page that lists the items of a collection: what comes before the segment of the slug. */
export function listPathOf({ urlTemplate }: { urlTemplate: string }): string {
  const before = urlTemplate.slice(0, Math.max(0, urlTemplate.indexOf('{slug}')))
  return before.slice(0, before.lastIndexOf('/') + 1).replace(/(?<=.)\/$/, '') || '/'
}

/**
 * The public URL of an item (content.md#public-url): its canonical URL, else the address on the organization's website, else its
 * address in the Content API.
 */
export function urlOfRow(row: Addressed, { collection, site }: Around): string {
  const { siteUrl, baseUrl, organizationId } = site
  if (row.canonical_url !== null) return row.canonical_url
  if (siteUrl !== null) return joinUrl(siteUrl, pathOf(collection, row.slug))
  return joinUrl(baseUrl, `v1/${organizationId}/${itemsPath(collection.slug)}/${encodeURIComponent(row.slug)}`)
}
