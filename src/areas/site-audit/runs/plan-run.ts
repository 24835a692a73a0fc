import { fetchRobots, robotsOf } from '#areas/site-audit/crawl/robots-files.ts'
import { decide, productToken } from '#areas/site-audit/crawl/robots.ts'
import type { LabPlan, RunPlan, StoredRobots } from '#areas/site-audit/json-columns.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'
import { readVersion } from '#kernel/release.ts'
import { originOf, pathAndQuery } from '#std/url-key.ts'

import { type AuditSettings, type AuditSite, headerText, requireOwn } from './audit-settings.ts'

/** What a run introduces itself as. A name from the settings that no request can carry counts as none. */
export function userAgentOf({ settings: { userAgent } }: Pick<AuditSite, 'settings'>, baseUrl: string): string {
  if (userAgent !== null && headerText.test(userAgent)) return userAgent
  return `Masthead/${readVersion()} (site audit; +${baseUrl})`
}

/** Refuses a site without a start on an own host. */
export function requireStart(site: AuditSite): asserts site is AuditSite & { startUrl: string } {
  if (site.startUrl === null) {
    const message =
      'There is no address to start at: set startUrl with updateSiteAuditSettings, or siteUrl with updateOrganizationSettings.'
    throw new Refusal('validation_failed', message, [{ path: '/input', message, code: 'invalid_value' }])
  }
  requireOwn(site.hosts, site.startUrl, 'startUrl')
}

export function newPlan(
  site: AuditSite & { startUrl: string },
  { baseUrl, urls, withPerformance = false }: { baseUrl: string; urls: string[]; withPerformance?: boolean },
): RunPlan {
  const { settings, startUrl, hosts, locale } = site
  const { sitemaps, maxPages, maxDepth, include, exclude, respectRobots, concurrency, externalLinks } = settings
  return {
    startUrl,
    hosts: [...hosts],
    sitemaps,
    maxPages,
    maxDepth,
    include,
    exclude,
    userAgent: userAgentOf(site, baseUrl),
    respectRobots,
    concurrency,
    externalLinks,
    locale,
    urls,
    lab: labPlan(settings, withPerformance),
  }
}

/** How many pages an audit measures where nobody has said it. */
const usualSample = 5

function labPlan({ performanceSample, performanceBudgets }: AuditSettings, isAsked: boolean): LabPlan | undefined {
  if (!isAsked && performanceSample === 0) return undefined
  const pages = performanceSample === 0 ? usualSample : performanceSample
  return { pages, device: performanceBudgets?.device ?? 'mobile', isAsked }
}

/** What a run goes by, after a look at robots.txt. Errors: `robots_disallowed`. */
export async function planRun(
  ctx: Pick<PrepareCtx, 'fetch' | 'signal' | 'baseUrl'>,
  site: AuditSite & { startUrl: string },
  { urls, asks, withPerformance }: { urls: string[]; asks: boolean; withPerformance: boolean },
): Promise<{ plan: RunPlan; robots: Record<string, StoredRobots> }> {
  const plan = newPlan(site, { baseUrl: ctx.baseUrl, urls, withPerformance })
  if (!asks) return { plan, robots: {} }
  const begins = urls.length > 0 ? urls : [plan.startUrl]
  const robots: Record<string, StoredRobots> = {}
  for (const origin of new Set([originOf(plan.startUrl), ...begins.map(originOf)]))
    robots[origin] = await fetchRobots(origin, { fetch: ctx.fetch, userAgent: plan.userAgent, signal: ctx.signal })
  const token = productToken(plan.userAgent)
  const decisions = begins.map((one) =>
    decide(robotsOf(robots[originOf(one)] ?? { status: 404, text: '' }), token, pathAndQuery(one)),
  )
  if (!plan.respectRobots || decisions.some(({ allowed }) => allowed)) return { plan, robots }
  const [first] = decisions
  const [url = plan.startUrl] = begins
  const sentence = forbidden(new URL(url).host, robots[originOf(url)], first?.line ?? null)
  throw new Refusal('robots_disallowed', sentence, { url, rule: first?.rule ?? null, line: first?.line ?? null })
}

/** Why nothing may be read: a rule says so, or nobody knows, because the host did not answer (RFC 9309, 2.3.1.4). */
function forbidden(host: string, robots: StoredRobots | undefined, line: number | null): string {
  // The words of the line are the website's: they stand in the details only.
  if (line !== null)
    return `Line ${line} of robots.txt does not allow the audit. Change it, or set respectRobots to false.`
  const { status = null, fault = `${host} did not answer.` } = robots ?? {}
  const answer = status === null ? fault : `${host} answered ${status} for its robots.txt.`
  return `${answer} So nobody knows what may be read: check the address, and try again once it answers.`
}
