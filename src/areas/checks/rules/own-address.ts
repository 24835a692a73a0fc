import { comparablePath, siteHost } from '#std/comparable-url.ts'

import type { Site } from './subject.ts'

type Place = Pick<Site, 'hosts' | 'organizationId'>

/**
 * The path of one of the organization's own addresses: root-relative, on one of its hosts, or in its Content API. Undefined
 * for any other address, and for a place within the page.
 */
export function ownPath(href: string, { hosts, organizationId }: Place): string | undefined {
  if (href.startsWith('/') && !href.startsWith('//')) return pathOf(`http://own.invalid${href}`)
  const url = /^https?:\/\//i.test(href) ? URL.parse(href) : null
  if (url === null) return undefined
  const isOwn = hosts.has(siteHost(url.host)) || url.pathname.startsWith(`/v1/${organizationId}/`)
  return isOwn ? comparablePath(url.pathname) : undefined
}

/** Whether an address leads to another website. */
export function isExternal(href: string, place: Place): boolean {
  return /^https?:\/\//i.test(href) && URL.canParse(href) && ownPath(href, place) === undefined
}

function pathOf(text: string): string | undefined {
  const url = URL.parse(text)
  return url === null ? undefined : comparablePath(url.pathname)
}
