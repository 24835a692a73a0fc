import { addressParts, type Site, siteReader } from '#areas/addresses/index.ts'
import { pathKey } from '#std/site-paths.ts'

import type { NewAddress, ResolveLink } from './rewrite-links.ts'

/**
 * An item that links lead to. The paths are those of the website, old ones too; the canonical URL is included only if it is not
 * such a path.
 */
export type LinkTarget = {
  id: string
  slug: string
  collectionSlug: string
  paths: readonly string[]
  canonicalUrl: string | null
}

/** Sends links that lead to any of the items to another one. Each link keeps its form: path, whole URL, Content API. */
export function linksTo(
  site: Site,
  items: readonly LinkTarget[],
  to: { id: string; slug: string; path: string; url: string },
): ResolveLink {
  const read = siteReader(site)
  const paths = new Set(items.flatMap((item) => item.paths.map(pathKey)))
  const keys = new Set(
    items.flatMap(({ id, slug, collectionSlug }) => [`${collectionSlug}/${id}`, `${collectionSlug}/${slug}`]),
  )
  const ids = new Set(items.map(({ id }) => id))
  const canonicals = new Set(
    items.flatMap(({ canonicalUrl }) => (canonicalUrl === null ? [] : [canonicalKey(canonicalUrl)])),
  )

  return (address): NewAddress | undefined => {
    for (const place of read(address)) {
      if (place.on === 'api' && keys.has(`${place.collectionSlug}/${place.key}`))
        return { to: place.before + (ids.has(place.key) ? to.id : encodeURIComponent(to.slug)), includesQuery: false }
      if (place.on === 'site' && paths.has(pathKey(place.path))) {
        const slash = place.path.endsWith('/') && !to.path.endsWith('/') ? '/' : ''
        return { to: place.before + to.path + slash, includesQuery: false }
      }
    }
    if (canonicals.size === 0 || !/^(?:https?:)?\/\//i.test(address)) return undefined
    if (canonicals.has(canonicalKey(address))) return { to: to.url, includesQuery: true }
    const bare = address.replace(/[?#].*$/s, '')
    return canonicals.has(canonicalKey(bare)) ? { to: to.url, includesQuery: false } : undefined
  }
}

/** Host, path and query of an address, as canonical URLs are compared. */
function canonicalKey(address: string): string {
  const { host, path, query } = addressParts(address)
  return host + pathKey(path) + query
}
