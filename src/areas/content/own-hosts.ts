import type { Settings } from '#areas/organizations/index.ts'
import { siteHost } from '#std/comparable-url.ts'

/** The hosts of the organization's website and of its brand, as `siteHost` tells them apart. */
export function ownHosts({ siteUrl, brand }: Pick<Settings, 'siteUrl' | 'brand'>): Set<string> {
  const hosts = [...brand.domains, ...(siteUrl === null ? [] : [URL.parse(siteUrl)?.host ?? ''])]
  return new Set(hosts.filter((host) => host !== '').map(siteHost))
}
