import { sql } from 'kysely'

import { openIssueStates } from '#areas/site-audit/issues/issues.ts'
import type { StoredLinks } from '#areas/site-audit/json-columns.ts'
import type { RuleCode } from '#areas/site-audit/rules/rule-table.ts'
import type { Reader } from '#kernel/database.ts'
import { isObject } from '#std/objects.ts'

import type { Known, Target } from './link-rules.ts'
import type { SiteAround } from './page-findings.ts'
import type { SiteNode } from './site-nodes.ts'

type Evidence = Record<string, unknown>
type Issue = { id: string; url: string; rule_code: RuleCode; evidence: Evidence }
export type Seen = { known: Known; isComplete: boolean }

/** A rule about what a page names: what its evidence names, whether that was looked at, and where the page would still name it. */
type TargetRule = {
  named(evidence: Evidence): string[]
  sees(url: string, seen: Seen): boolean
  place: 'links' | 'images' | 'canonical' | 'series' | 'alternates' | 'inlinks'
}

const isAnswered = (node: SiteNode | undefined) =>
  node !== undefined && !node.isBlocked && (node.status !== null || node.error !== null)
const isRead = (node: SiteNode | undefined) =>
  node !== undefined && node.status !== null && node.status < 500 && !node.truncated
const isChecked = (target: Target | undefined) =>
  target !== undefined && (target.status !== null || target.error !== null)

const listed =
  (name: string) =>
  (evidence: Evidence): string[] => {
    const entries = evidence[name]
    return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) => {
      const url = isObject(entry) ? entry['url'] : entry
      return typeof url === 'string' ? [url] : []
    })
  }

const canonicalOf = ({ canonical }: Evidence) => (typeof canonical === 'string' ? [canonical] : [])

/** A rule about own addresses has nothing to say about those that are no longer own. */
const own =
  (sees: (node: SiteNode | undefined, seen: Seen) => boolean): TargetRule['sees'] =>
  (url, seen) =>
    !seen.known.isOwn(url) || sees(seen.known.node(url), seen)

const internalLinks: TargetRule = {
  named: listed('links'),
  sees: own((node, { known }) => node !== undefined && known.way(node).works !== undefined),
  place: 'links',
}
const images: TargetRule = {
  named: listed('images'),
  sees: (url, { known }) => isChecked(known.image(url)),
  place: 'images',
}
const canonical = (sees: (node: SiteNode | undefined) => boolean): TargetRule => ({
  named: canonicalOf,
  sees: own(sees),
  place: 'canonical',
})

const targetRules: Partial<Record<RuleCode, TargetRule>> = {
  broken_internal_link: internalLinks,
  link_to_redirect: internalLinks,
  broken_external_link: {
    named: listed('links'),
    sees: (url, { known }) => known.isOwn(url) || isChecked(known.link(url)),
    place: 'links',
  },
  image_broken: images,
  image_too_large: images,
  canonical_non_200: canonical(isAnswered),
  canonical_chain: canonical(isRead),
  canonical_conflict: {
    ...canonical((node) => node?.isBlocked === true || isRead(node)),
    named: (evidence) => (evidence['reason'] === 'page_noindex' ? [] : canonicalOf(evidence)),
  },
  pagination_broken: { named: listed('links'), sees: own(isAnswered), place: 'series' },
  hreflang_return_missing: { named: listed('missing'), sees: own(isRead), place: 'alternates' },
  blocked_but_linked: {
    named: listed('inlinks'),
    sees: (url, { known, isComplete }) => (known.node(url) === undefined ? isComplete : isRead(known.node(url))),
    place: 'inlinks',
  },
}

/**
 * The issues about targets that this run did not look at, though their pages still name them: that they did not fire says nothing
 * (site-audit.md#looked-at-by-rules).
 */
export async function unseenIssues(db: Reader, runId: string, seen: Seen): Promise<string[]> {
  const doubtful = (await silentIssues(db, runId, Object.keys(targetRules))).flatMap((issue) => {
    const unseen = unseenTargets(issue, seen)
    return unseen.length === 0 ? [] : [{ issue, unseen }]
  })
  const links = await linksOf(db, runId, [...new Set(doubtful.map(({ issue }) => issue.url))])
  return doubtful
    .filter(({ issue, unseen }) => {
      const named = namedNow(issue, { node: seen.known.node(issue.url), links: links.get(issue.url) })
      return named === undefined || unseen.some((url) => named.includes(url))
    })
    .map(({ issue }) => issue.id)
}

function unseenTargets({ rule_code: rule, url, evidence }: Issue, seen: Seen): string[] {
  const of = targetRules[rule]
  if (of === undefined) return []
  // What robots.txt allows by now is not kept away, whatever links to it.
  if (of.place === 'inlinks' && seen.known.node(url)?.isBlocked !== true) return []
  return of.named(evidence).filter((one) => !of.sees(one, seen))
}

type Page = { node: SiteNode | undefined; links: StoredLinks | undefined }

/** What the page of an issue names in the place that its rule looks at; undefined: that is not for the page to say. */
function namedNow({ rule_code: rule }: Issue, { node, links }: Page): string[] | undefined {
  switch (targetRules[rule]?.place) {
    case 'links':
      return links?.links.map(({ u }) => u) ?? []
    case 'images':
      return links?.images ?? []
    case 'canonical':
      return node?.canonical == null ? [] : [node.canonical]
    case 'series':
      return node?.facts?.series.map(({ url }) => url) ?? []
    case 'alternates':
      return node?.facts?.alternates.flatMap(({ url }) => url ?? []) ?? []
    default:
      return undefined
  }
}

/** The issues of pages that say what an invented one said, where this run does not know what such a page says. */
export async function unprobedIssues(
  db: Reader,
  runId: string,
  { facts, nodes }: Pick<SiteAround, 'facts' | 'nodes'>,
): Promise<string[]> {
  if (facts.probeHash !== undefined) return []
  const issues = await silentIssues(db, runId, ['soft_404'])
  return issues
    .filter(({ url, evidence }) => evidence['reason'] === 'probe' && nodes.byUrl.get(url)?.status === 200)
    .map(({ id }) => id)
}

/** Issues of rules that did not fire in a run. */
export async function silentIssues(db: Reader, runId: string, rules: readonly string[]): Promise<Issue[]> {
  const rows = await db
    .selectFrom('site_audit_issue')
    .select(['id', 'url', 'rule_code', 'evidence'])
    .where('rule_code', 'in', [...rules])
    .where('state', 'in', openIssueStates)
    .where('last_seen_run', '<>', runId)
    .execute()
  return rows.map((row) => ({ ...row, rule_code: row.rule_code as RuleCode }))
}

const slice = 200

async function linksOf(db: Reader, runId: string, urls: readonly string[]): Promise<Map<string, StoredLinks>> {
  const found = new Map<string, StoredLinks>()
  for (let at = 0; at < urls.length; at += slice) {
    const rows = await db
      .selectFrom('site_audit_page')
      .select(['url', 'links'])
      .where('run_id', '=', runId)
      .where('url', '=', sql<string>`any(${urls.slice(at, at + slice)})`)
      .execute()
    for (const { url, links } of rows) if (links !== null) found.set(url, links)
  }
  return found
}
