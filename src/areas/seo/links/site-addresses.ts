import type { Site } from '#areas/addresses/index.ts'
import { pathKey } from '#std/site-paths.ts'

import type { NewAddress, ResolveLink } from './rewrite-links.ts'

/** What an address names: a path of the website, or an item in the Content API. `before` is what stands before it, as written. */
export type SitePlace =
  | { on: 'site'; before: string; path: string }
  | { on: 'api'; before: string; collectionSlug: string; key: string }

/** Reads addresses: what each can mean within the site, the likeliest first; nothing for one that leads elsewhere. */
export function siteReader({ siteUrl, domains, baseUrl, organizationId }: Site): (address: string) => SitePlace[] {
  const website = siteUrl === null ? null : URL.parse(siteUrl)
  const api = URL.parse(baseUrl)
  const hosts = new Set([
    ...(website === null ? [] : [website.host]),
    ...domains.map((domain) => hostOf(`//${domain}`)),
  ])
  const prefix = trimmed(website?.pathname ?? '')
  const apiPrefix = `${trimmed(api?.pathname ?? '')}/v1/${organizationId}/`

  return (address) => {
    const { origin, host, path } = partsOf(address)
    if (!path.startsWith('/')) return []
    const isOurs = host === '' || hosts.has(host)
    const found: SitePlace[] = []
    if (isOurs || host === api?.host) found.push(...apiPlace(origin, path, apiPrefix))
    if (isOurs) {
      found.push({ on: 'site', before: origin, path })
      if (prefix !== '' && path.startsWith(`${prefix}/`))
        found.push({ on: 'site', before: origin + prefix, path: path.slice(prefix.length) })
    }
    return found
  }
}

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
  const { host, path, query } = partsOf(address)
  return host + pathKey(path) + query
}

function apiPlace(origin: string, path: string, prefix: string): SitePlace[] {
  if (!path.startsWith(prefix)) return []
  const rest = /^(?:articles|posts|collections\/([^/]+)\/items)\/([^/]+)\/?$/.exec(path.slice(prefix.length))
  if (rest === null) return []
  const [, collection = 'articles', key = ''] = rest
  const before = origin + path.slice(0, path.lastIndexOf(key))
  return [{ on: 'api', before, collectionSlug: pathKey(collection), key: pathKey(key) }]
}

function partsOf(address: string): { origin: string; host: string; path: string; query: string } {
  const [, origin = '', path = '', query = ''] =
    /^((?:(?:https?:)?\/\/[^/?#\\]*)?)([^?#]*)(\?[^#]*)?/i.exec(address) ?? []
  return { origin, host: origin === '' ? '' : hostOf(origin), path: path === '' && origin !== '' ? '/' : path, query }
}

function hostOf(origin: string): string {
  const url = URL.parse(origin.startsWith('//') ? `https:${origin}` : origin)
  // What has credentials is not an address that a page links to.
  return url === null || url.username !== '' ? 'nowhere.invalid' : url.host
}

function trimmed(path: string): string {
  return path.replace(/\/+$/, '')
}
