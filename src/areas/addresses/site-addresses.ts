import { pathKey } from '#std/site-paths.ts'

import type { Site } from './public-url.ts'

/** A path of the website that an address can mean. `before` is what stands before it, as written. */
export type SitePath = { before: string; path: string }

/** What an address names: a path of the website, or an item in the Content API. */
export type SitePlace = ({ on: 'site' } & SitePath) | { on: 'api'; before: string; collectionSlug: string; key: string }

type Website = Pick<Site, 'siteUrl' | 'domains'>

/** Reads the paths of the website that an address can mean, the likeliest first; none for one that leads elsewhere. */
export function pathReader(website: Website): (address: string) => SitePath[] {
  const pathsIn = pathsOn(website)
  return (address) => pathsIn(addressParts(address))
}

/** Reads addresses: what each can mean within the site, the likeliest first; nothing for one that leads elsewhere. */
export function siteReader(site: Site): (address: string) => SitePlace[] {
  const api = URL.parse(site.baseUrl)
  const prefix = `${trimmed(api?.pathname ?? '')}/v1/${site.organizationId}/`
  const pathsIn = pathsOn(site)

  return (address) => {
    const parts = addressParts(address)
    const paths = pathsIn(parts)
    return [
      ...(paths.length > 0 || parts.host === api?.host ? apiPlace(parts, prefix) : []),
      ...paths.map((found) => ({ on: 'site' as const, ...found })),
    ]
  }
}

type Parts = { origin: string; host: string; path: string; query: string }

function pathsOn({ siteUrl, domains }: Website): (parts: Parts) => SitePath[] {
  const website = siteUrl === null ? null : URL.parse(siteUrl)
  const hosts = new Set([
    ...(website === null ? [] : [website.host]),
    ...domains.map((domain) => hostOf(`//${domain}`)),
  ])
  const prefix = trimmed(website?.pathname ?? '')

  return ({ origin, host, path }) => {
    if (!path.startsWith('/') || (host !== '' && !hosts.has(host))) return []
    const isBelow = prefix !== '' && path.startsWith(`${prefix}/`)
    return [
      { before: origin, path },
      ...(isBelow ? [{ before: origin + prefix, path: path.slice(prefix.length) }] : []),
    ]
  }
}

function apiPlace({ origin, path }: Parts, prefix: string): SitePlace[] {
  if (!path.startsWith(prefix)) return []
  const rest = /^(?:articles|posts|collections\/([^/]+)\/items)\/([^/]+)\/?$/.exec(path.slice(prefix.length))
  if (rest === null) return []
  const [, collection = 'articles', key = ''] = rest
  const before = origin + path.slice(0, path.lastIndexOf(key))
  return [{ on: 'api', before, collectionSlug: pathKey(collection), key: pathKey(key) }]
}

/** The parts of an address as it is written, absolute or not. */
export function addressParts(address: string): Parts {
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
