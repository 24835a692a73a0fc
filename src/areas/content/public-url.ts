import { joinUrl } from '#std/urls.ts'

import { itemsPath } from './item-resource.ts'

type Addressed = { slug: string; canonicalUrl: string | null; collectionSlug: string; urlTemplate: string }
type Site = { siteUrl: string | null; baseUrl: string; organizationId: string }

/** The path of an item on its website. */
export function pathOf({ urlTemplate }: { urlTemplate: string }, slug: string): string {
  return urlTemplate.replaceAll('{slug}', encodeURIComponent(slug))
}

/**
 * The public URL of an item (operations.md 1.2): its canonical URL, else the address on the organization's website, else its
 * address in the Content API.
 */
export function publicUrl(item: Addressed, { siteUrl, baseUrl, organizationId }: Site): string {
  if (item.canonicalUrl !== null) return item.canonicalUrl
  if (siteUrl !== null) return joinUrl(siteUrl, pathOf(item, item.slug))
  return joinUrl(baseUrl, `v1/${organizationId}/${itemsPath(item.collectionSlug)}/${encodeURIComponent(item.slug)}`)
}
