import { redirectUrls, siteOf } from '#areas/addresses/index.ts'
import type { Finding } from '#areas/site-audit/rules/rule-table.ts'
import type { JobCtx } from '#kernel/job.ts'
import { urlKey } from '#std/url-key.ts'

/** Where the organization's own redirects of broken links lead, by address: a website that does not carry them out still has these links. */
export async function readRedirects(
  { access, baseUrl, read }: Pick<JobCtx, 'access' | 'baseUrl' | 'read'>,
  found: ReadonlyMap<unknown, readonly Finding[]>,
): Promise<Map<string, string>> {
  const broken = new Set([...found.values()].flat().flatMap(brokenLinks))
  if (broken.size === 0) return new Map()
  const pathOf = new Map([...broken].map((url) => [url, URL.parse(url)?.pathname ?? '/']))
  const urls = await read(async (db) => {
    const site = await siteOf({ db, baseUrl, organizationId: access.organization.id })
    return redirectUrls(db, [...new Set(pathOf.values())], site)
  })
  return new Map(
    [...pathOf].flatMap(([url, path]) => {
      const to = urlKey(urls.get(path) ?? '')
      return to === undefined || to === url ? [] : [[url, to] as const]
    }),
  )
}

function brokenLinks({ rule, evidence }: Finding): string[] {
  const links = rule === 'broken_internal_link' ? evidence['links'] : []
  return (Array.isArray(links) ? links : []).flatMap((link: unknown) => {
    const url: unknown = typeof link === 'object' && link !== null ? Reflect.get(link, 'url') : undefined
    return typeof url === 'string' ? [url] : []
  })
}
