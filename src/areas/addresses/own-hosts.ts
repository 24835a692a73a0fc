import { siteHost } from '#std/comparable-url.ts'

type Website = { siteUrl: string | null; brand: { domains: readonly string[] } }

/** The hosts of the organization's website and of its brand, in the form of `siteHost`. */
export function ownHosts({ siteUrl, brand }: Website): Set<string> {
  const hosts = [...brand.domains, ...(siteUrl === null ? [] : [URL.parse(siteUrl)?.host ?? ''])]
  return new Set(hosts.filter((host) => host !== '').map(siteHost))
}
