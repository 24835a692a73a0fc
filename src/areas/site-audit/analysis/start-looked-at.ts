import type { RuleCode } from '#areas/site-audit/rules/rule-table.ts'
import { originOf } from '#std/url-key.ts'

import { canList, hasAnswered, type SiteAround } from './page-findings.ts'

type Site = Pick<SiteAround, 'plan' | 'facts' | 'sitemaps' | 'nodes'>
type Looks = (url: string, site: Site) => boolean

const isOfOrigin: Looks = (url, { plan }) => originOf(url) === originOf(plan.startUrl)

/** A sitemap that no longer has a name: only where every one that may name it answered. */
const isUnnamed: Looks = (url, site) => isOfOrigin(url, site) && site.sitemaps.every(hasAnswered)

const looksAtSitemap =
  (isReadable: (fault: string | null) => boolean): Looks =>
  (url, site) => {
    const sitemap = site.sitemaps.find((one) => one.url === url)
    return sitemap === undefined ? isUnnamed(url, site) : isReadable(sitemap.fault)
  }

const startIsRead: Looks = (url, site) => {
  const start = site.nodes.byUrl.get(site.plan.startUrl)
  return isOfOrigin(url, site) && start !== undefined && start.status !== null && start.status < 500 && !start.truncated
}

const hasIcon = ({ plan, nodes }: Site) => nodes.byUrl.get(plan.startUrl)?.facts?.hasIcon === true

const looks: Partial<Record<RuleCode, Looks>> = {
  sitemap_invalid: looksAtSitemap(() => true),
  sitemap_lastmod: looksAtSitemap(canList),
  ai_bots_blocked: startIsRead,
  favicon_missing: (url, site) => startIsRead(url, site) && (site.facts.favicon != null || hasIcon(site)),
  llms_txt_invalid: (url, site) => isOfOrigin(url, site) && site.facts.llmsTxt !== undefined,
  tls_expiring: (url, { facts }) => facts.certificates?.some((one) => one.url === url) === true,
}

/** Whether a full run looked at what a rule about the start of a website said of an address. */
export const looksAtStart = (rule: RuleCode, url: string, site: Site): boolean => looks[rule]?.(url, site) === true
