import type { Reader } from '#kernel/database.ts'

import { silentIssues } from './looked-at.ts'
import { hasAnswered, type SiteAround } from './page-findings.ts'
import type { SiteNode } from './site-nodes.ts'

/** Whether a page is still as a rule about its sitemap found it. */
const isAsFound: Readonly<Record<string, (node: SiteNode | undefined) => boolean>> = {
  noindex_in_sitemap: (node) => node?.facts?.noindex === true,
  sitemap_url_non_200: (node) => node?.status !== 200,
  not_in_sitemap: () => true,
}

/** The issues about sitemaps that did not answer this run: that they did not fire says nothing (site-audit.md#looked-at-by-rules). */
export async function unreadSitemapIssues(
  db: Reader,
  runId: string,
  { sitemaps, nodes }: Pick<SiteAround, 'sitemaps' | 'nodes'>,
): Promise<string[]> {
  const unread = sitemaps.filter((one) => !hasAnswered(one)).map(({ url }) => url)
  if (unread.length === 0) return []
  const issues = await silentIssues(db, runId, Object.keys(isAsFound))
  return issues
    .filter(({ rule_code: rule, url, evidence }) => {
      const { sitemap } = evidence
      const isUnread = typeof sitemap !== 'string' || unread.includes(sitemap)
      return isUnread && isAsFound[rule]?.(nodes.byUrl.get(url)) === true
    })
    .map(({ id }) => id)
}
