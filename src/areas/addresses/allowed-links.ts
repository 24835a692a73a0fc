import { contextUrls } from '#areas/library/index.ts'
import type { Settings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import { comparableUrl, siteHost } from '#std/comparable-url.ts'
import type { IsAllowed } from '#std/keep-links.ts'

import { ownHosts } from './own-hosts.ts'

/**
 * Where texts of models may link to: the website, the domains of the brand, and what the Context Library names
 * (generation.md#models-link-where-known).
 */
export async function allowedLinks(db: Reader, settings: Settings, more: readonly string[] = []): Promise<IsAllowed> {
  const hosts = ownHosts(settings)
  const known = new Set([...(await contextUrls(db)), ...more].map(comparableUrl))
  return (address) => {
    const url = URL.parse(address)
    if (url === null || !/^https?:$/.test(url.protocol)) return false
    const host = siteHost(url.host)
    return [...hosts].some((own) => host === own || host.endsWith(`.${own}`)) || known.has(comparableUrl(address))
  }
}
