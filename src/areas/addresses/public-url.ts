import type { Selectable } from 'kysely'

import type { Collection } from '#areas/collections/index.ts'
import { getSettings, type Settings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { Tables } from '#kernel/tables.ts'
import { fillTemplate, listPathOfTemplate } from '#std/url-templates.ts'
import { joinUrl } from '#std/urls.ts'

/** Where an organization's content is: its website, its other domains, and the Content API. */
export type Site = { siteUrl: string | null; domains: readonly string[]; baseUrl: string; organizationId: string }

type ItemRow = Selectable<Tables['item']>

/** What the path of an item depends on; dates of a row that was read as JSON are text. */
export type Placed = Pick<ItemRow, 'slug' | 'category_slug'> & { id: string; publish_at: Date | string | null }
/** The columns of it. */
export const placedColumns = ['id', 'slug', 'category_slug', 'publish_at'] as const
/** What the address of an item depends on. */
export type Addressed = Placed & Pick<ItemRow, 'canonical_url'>
/** What a collection says about the addresses of its items. */
export type Placing = Pick<Collection, 'slug' | 'urlTemplate' | 'timezone'>
type Around = { collection: Placing; site: Pick<Site, 'siteUrl' | 'baseUrl' | 'organizationId'> }

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

/** The path of an item on its website: the template of its collection, filled (content.md#url-templates). */
export function pathOf(collection: Placing, row: Placed): string {
  return fillTemplate(collection.urlTemplate, collection.timezone, {
    slug: row.slug,
    id: row.id,
    collection: collection.slug,
    category: row.category_slug,
    publishedAt: row.publish_at === null ? null : new Date(row.publish_at),
  })
}

/** The path of the page that lists the items of a collection: what comes before the first segment of its own. */
export function listPathOf({ urlTemplate }: Pick<Placing, 'urlTemplate'>): string {
  return listPathOfTemplate(urlTemplate)
}

/**
 * The public URL of an item (content.md#public-url): its canonical URL, else the address on the organization's website, else its
 * address in the Content API.
 */
export function urlOfRow(row: Addressed, { collection, site }: Around): string {
  const { siteUrl, baseUrl, organizationId } = site
  if (row.canonical_url !== null) return row.canonical_url
  if (siteUrl !== null) return joinUrl(siteUrl, pathOf(collection, row))
  return joinUrl(baseUrl, `v1/${organizationId}/${itemsPath(collection.slug)}/${encodeURIComponent(row.slug)}`)
}
