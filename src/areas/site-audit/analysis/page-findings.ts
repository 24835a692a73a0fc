import type { ReadSitemap, RunFacts, RunPlan } from '#areas/site-audit/json-columns.ts'
import { languageAsEvidence } from '#areas/site-audit/rules/evidence-words.ts'
import type { Finding } from '#areas/site-audit/rules/rule-table.ts'
import { isFoundBy, isHopOnly, sitemapOf } from '#areas/site-audit/visits/found-by.ts'

import type { Way } from './redirects.ts'
import { isContent, isDeadEnd, isRedirect, type SiteNode, type SiteNodes } from './site-nodes.ts'

export type SiteAround = {
  nodes: SiteNodes
  plan: RunPlan
  facts: RunFacts
  sitemaps: readonly ReadSitemap[]
  /** Whether an address is the public URL of a published item. */
  isPublished(url: string): boolean
  way(node: SiteNode): Way
  /** Whether a link leads to the page over redirects. */
  isReachedByRedirect(node: SiteNode): boolean
  isOwn(url: string): boolean
  /** Issues that earlier runs left on an address: without a full run their reason to exist need not be seen again. */
  known: ReadonlyMap<string, ReadonlySet<string>> | undefined
}

/** Whether a sitemap could be read, and says which pages there are. One that names other hosts too does so for ours. */
const listsPages = ({ fault, urls, isIndex = false }: ReadSitemap) =>
  !isIndex && (fault === null || (fault === 'foreign_hosts' && urls > 0))

/** Whether a sitemap answered, so that the run knows what it lists, or that it is none. */
export const hasAnswered = ({ fault, status }: ReadSitemap) =>
  (fault !== 'status' && fault !== 'robots') || (status !== null && status < 500)

/** Whether a sitemap was read in spite of its fault. */
export const canList = (fault: string | null) => fault === null || fault === 'foreign_hosts' || fault === 'too_many'

/** What a run finds about the answer of one address. */
export function* answerFindings(node: SiteNode, around: SiteAround): Generator<Finding> {
  const { status, by, url } = node
  const knows = (rule: string) => around.known?.get(url)?.has(rule) === true
  if (status !== null && status >= 400) {
    const rule = status < 500 ? 'status_4xx' : 'status_5xx'
    if (isFoundBy(by, 'link', 'redirect', 'sitemap') || knows(rule)) yield { rule, evidence: { status } }
  }
  if (isRedirect(node) || isDeadEnd(node)) yield* redirectFindings(node, around)
  if (node.isBlocked && node.inlinks > 0)
    yield {
      rule: 'blocked_but_linked',
      evidence: { rule: node.blockedRule, line: node.blockedLine, inlinks: node.linkedFrom },
    }
  const at = sitemapOf(by)
  const sitemap = at === undefined ? undefined : around.sitemaps[at]
  if (sitemap !== undefined && listsPages(sitemap)) {
    if (status !== 200) yield { rule: 'sitemap_url_non_200', evidence: { sitemap: sitemap.url, status } }
    else if (node.facts?.noindex === true) yield { rule: 'noindex_in_sitemap', evidence: { sitemap: sitemap.url } }
  }
  const isAsked = !node.isBlocked || status !== null
  if (around.isPublished(url) && isAsked && (status !== 200 || !node.isHtml))
    yield { rule: 'published_missing', evidence: { status } }
}

function* redirectFindings(node: SiteNode, { way, known }: SiteAround): Generator<Finding> {
  const { chain, hops, isLoop, works } = way(node)
  const isKnown = known?.has(node.url) === true
  if (isKnown || isFoundBy(node.by, 'link', 'sitemap')) {
    if (isLoop) yield { rule: 'redirect_loop', evidence: { chain } }
    else if (hops >= 2) yield { rule: 'redirect_chain', evidence: { chain } }
  }
  // Where a hop leads is said of the address whose hop it is.
  if (!isLoop && works === false && (isKnown || !isHopOnly(node.by)))
    yield { rule: 'redirect_broken', evidence: { chain } }
}

/** What a page names that is another page: canonical, alternates, the pages next to it. */
export function* relationFindings(node: SiteNode, around: SiteAround): Generator<Finding> {
  const { nodes, way, isOwn } = around
  if (!isContent(node) || node.facts === null) return
  const { canonical, facts } = node
  if (canonical !== null && canonical !== node.url) {
    const target = isOwn(canonical) ? nodes.byUrl.get(canonical) : undefined
    if (target !== undefined) yield* canonicalFindings(node, { canonical, target, way })
    if (facts.noindex) yield { rule: 'canonical_conflict', evidence: { canonical, reason: 'page_noindex' } }
  }
  const series = facts.series.flatMap(({ rel, url }) => {
    const target = nodes.byUrl.get(url)
    if (target === undefined || target.status === 200 || target.isBlocked) return []
    return [{ rel, url, status: target.status }]
  })
  if (series.length > 0) yield { rule: 'pagination_broken', evidence: { links: series } }
  if (around.facts.probeHash != null && node.contentHash === around.facts.probeHash)
    yield { rule: 'soft_404', evidence: { reason: 'probe' } }
}

type ToCanonical = { canonical: string; target: SiteNode; way: SiteAround['way'] }

function* canonicalFindings(node: SiteNode, { canonical, target, way }: ToCanonical): Generator<Finding> {
  if (target.isBlocked) {
    if (node.facts?.noindex !== true)
      yield { rule: 'canonical_conflict', evidence: { canonical, reason: 'target_blocked' } }
    return
  }
  if (target.status !== 200) {
    yield { rule: 'canonical_non_200', evidence: { canonical, status: target.status, final: way(target).finalUrl } }
    return
  }
  const third = target.canonical
  if (third !== null && third !== target.url && third !== node.url)
    yield { rule: 'canonical_chain', evidence: { canonical, final: third } }
  if (target.facts?.noindex === true && node.facts?.noindex !== true)
    yield { rule: 'canonical_conflict', evidence: { canonical, reason: 'target_noindex' } }
}

/** Alternates of own pages that do not name the page in return; only where the whole site was seen. */
export function* returnFindings(node: SiteNode, { nodes }: SiteAround): Generator<Finding> {
  if (!isContent(node)) return
  const missing = (node.facts?.alternates ?? []).flatMap(({ lang, url }) => {
    const target = url === null || url === node.url ? undefined : nodes.byUrl.get(url)
    if (target === undefined || !isContent(target)) return []
    return target.facts?.alternates.some((one) => one.url === node.url) === true
      ? []
      : [{ lang: languageAsEvidence(lang), url: target.url }]
  })
  if (missing.length > 0) yield { rule: 'hreflang_return_missing', evidence: { missing: missing.slice(0, 50) } }
}

/** Rules about where a page stands among the others. */
export function* placeFindings(node: SiteNode, around: SiteAround, isComplete: boolean): Generator<Finding> {
  if (!isContent(node) || !node.indexable) return
  const { plan, nodes, sitemaps } = around
  if (node.depth !== null && node.depth > 4) yield { rule: 'too_deep', evidence: { depth: node.depth } }
  if (!isComplete) return
  // One that did not answer may list it.
  const isKnown = sitemaps.some(listsPages) && sitemaps.every(hasAnswered)
  if (isKnown && sitemapOf(node.by) === undefined) yield { rule: 'not_in_sitemap', evidence: {} }
  const start = nodes.byUrl.get(plan.startUrl)
  const isStart = node.url === plan.startUrl || (start !== undefined && around.way(start).finalUrl === node.url)
  if (node.inlinks === 0 && !isStart && !around.isReachedByRedirect(node)) yield { rule: 'orphan', evidence: {} }
}
