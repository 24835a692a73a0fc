import type { ReadSitemap, RunFacts, RunPlan } from '#areas/site-audit/json-columns.ts'
import type { Finding } from '#areas/site-audit/rules/rule-table.ts'

import type { SiteNodes } from './site-nodes.ts'

const dayMs = 86_400_000

/** What a full run finds about the site as a whole, each on the address that it is about. */
export function* siteFindings(
  {
    plan,
    facts,
    sitemaps,
    nodes,
  }: { plan: RunPlan; facts: RunFacts; sitemaps: readonly ReadSitemap[]; nodes: SiteNodes },
  now: Date,
): Generator<{ url: string; finding: Finding }> {
  for (const { url, isNamed, fault, lastmod } of sitemaps) {
    if (isNamed && fault !== null) yield { url, finding: { rule: 'sitemap_invalid', evidence: { reason: fault } } }
    if (fault === null && lastmod !== null)
      yield { url, finding: { rule: 'sitemap_lastmod', evidence: { reason: lastmod } } }
  }
  const blocked = facts.bots ?? []
  if (blocked.length > 0)
    yield {
      url: plan.startUrl,
      finding: {
        rule: 'ai_bots_blocked',
        evidence: { bots: blocked },
        severity: blocked.some((bot) => bot.class !== 'training') ? 'warning' : 'notice',
      },
    }
  if (facts.llmsTxt != null && facts.llmsTxt.problems.length > 0)
    yield {
      url: facts.llmsTxt.url,
      finding: { rule: 'llms_txt_invalid', evidence: { problems: facts.llmsTxt.problems } },
    }
  const start = nodes.byUrl.get(plan.startUrl)
  // What nobody could ask for is unknown, and no fault.
  if (start?.facts?.hasIcon === false && facts.favicon != null && facts.favicon !== 200)
    yield { url: plan.startUrl, finding: { rule: 'favicon_missing', evidence: {} } }
  for (const { url, notAfter } of facts.certificates ?? []) {
    const days = Math.floor((Date.parse(notAfter) - now.getTime()) / dayMs)
    if (days < 21)
      yield {
        url,
        finding: { rule: 'tls_expiring', evidence: { notAfter, days }, severity: days < 7 ? 'error' : 'warning' },
      }
  }
}
