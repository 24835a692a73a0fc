import { joinUrl } from '#std/urls.ts'

type Addressed = { id: string; slug: string; canonicalUrl: string | null }
type Place = {
  baseUrl: string
  organizationId: string
  siteUrl: string | null
  collection: { slug: string; urlTemplate: string }
}

/** The path of an item on its website. */
export function pathOf({ urlTemplate }: { urlTemplate: string }, slug: string): string {
  return urlTemplate.replaceAll('{slug}', encodeURIComponent(slug))
}

/** The public URL of an item: canonical, else site and template, else its address on `/v1` (operations.md 1.2). */
export function publicUrl(item: Addressed, { baseUrl, organizationId, siteUrl, collection }: Place): string {
  if (item.canonicalUrl !== null) return item.canonicalUrl
  if (siteUrl !== null) return joinUrl(siteUrl, pathOf(collection, item.slug))
  const path =
    collection.slug === 'articles' ? `articles/${item.slug}` : `collections/${collection.slug}/items/${item.slug}`
  return `${baseUrl}/v1/${organizationId}/${path.split('/').map(encodeURIComponent).join('/')}`
}
