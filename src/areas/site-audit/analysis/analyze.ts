import { sql } from 'kysely'

import { type NewFinding, writeFindings } from '#areas/site-audit/issues/findings.ts'
import { type FixFacts, fixOf } from '#areas/site-audit/issues/fixes.ts'
import { labFindings } from '#areas/site-audit/performance/lab-findings.ts'
import { measureSample } from '#areas/site-audit/performance/measure-sample.ts'
import type { Finding } from '#areas/site-audit/rules/rule-table.ts'
import type { OpenRun } from '#areas/site-audit/runs/open-run.ts'
import { changeRun, getRun } from '#areas/site-audit/runs/runs.ts'
import { secureForm } from '#areas/site-audit/visits/check-targets.ts'
import { isFoundBy } from '#areas/site-audit/visits/found-by.ts'
import { type Breathe, breather, breathing, inTurns } from '#kernel/breathe.ts'
import type { Reader } from '#kernel/database.ts'
import type { JobCtx } from '#kernel/job.ts'

import { measuringDepths } from './depths.ts'
import { findingDuplicates } from './duplicates.ts'
import { endRun } from './end-run.ts'
import { readItemLinks } from './item-links.ts'
import { type Known, linkFindings, type Target } from './link-rules.ts'
import { readRedirects } from './own-redirects.ts'
import { answerFindings, placeFindings, relationFindings, returnFindings, type SiteAround } from './page-findings.ts'
import { keepPlaces, writePlaces } from './places.ts'
import { priorityOf } from './priority.ts'
import { reachedByRedirect, wayOf } from './redirects.ts'
import { siteFindings } from './site-findings.ts'
import { isGone, readNodes, type SiteNode, type SiteNodes } from './site-nodes.ts'
import { readTraffic } from './traffic.ts'

const slice = 200
const shownInlinks = 50

/** Says what the run found, and ends it. Until the very last step nothing of it is true for anybody else, so it can begin again. */
export async function analyze(ctx: JobCtx, run: OpenRun): Promise<null> {
  const row = await ctx.read((db) => getRun(db, run.id))
  if (row.state === 'succeeded') return null
  await ctx.write(async ({ db }) => {
    await changeRun(db, run.id, { state: 'analyzing' })
    await db.deleteFrom('site_audit_finding').where('run_id', '=', run.id).execute()
  })
  const nodes = await readNodes((work) => ctx.read(work), run.id)
  const targets = await ctx.read((db) => readTargets(db, run.id))
  const isComplete = run.scope === 'full' && !row.truncated
  let reached: ReadonlySet<string> | undefined
  const around: SiteAround = {
    nodes,
    plan: run.plan,
    facts: row.facts,
    sitemaps: row.sitemaps,
    isOwn: run.isOwn,
    isPublished: (url) => run.items.get(url)?.isPublished === true,
    way: (node) => wayOf(node, nodes, targets.links),
    // Found at the first question: links are counted by then.
    isReachedByRedirect: ({ url }) => (reached ??= reachedByRedirect(nodes, around.way)).has(url),
    known: isComplete ? undefined : await ctx.read(knownIssues),
  }
  const known: Known = {
    isOwn: run.isOwn,
    node: (url) => nodes.byUrl.get(url),
    way: around.way,
    link: (url) => targets.links.get(url),
    image: (url) => targets.images.get(url),
  }
  const found = new Map<SiteNode, Finding[]>()
  // All pages are compared here, up to 10,000: everything else has its turns meanwhile.
  const breathe = breather(ctx.signal)
  const signatures = await readLinks(ctx, { runId: run.id, nodes, breathe }, (node, links) =>
    found.set(node, [...linkFindings(links, known)]),
  )
  if (run.scope === 'full') await inTurns(measuringDepths(nodes, run.plan.startUrl), breathe)
  else await ctx.read((db) => keepPlaces(db, run.id, nodes))
  await breathing(nodes.list, breathe, (node) => add(found, node, ...ofNode(node, around, isComplete)))
  const same = isComplete ? await inTurns(findingDuplicates(nodes.list, signatures), breathe) : []
  await breathing(same, breathe, ({ node, finding }) => add(found, node, finding))

  await measureSample(ctx, run, nodes)
  const browsers = await ctx.read((db) => labFindings(db, run.id, nodes))
  for (const { node, finding } of browsers.found) add(found, node, finding)

  await writePlaces(ctx, run.id, around)
  await writeAll(ctx, run, { found, around, targets })
  await ctx.write(({ db, notify }) => endRun(db, { run, around, known, isComplete, looked: browsers.looked, notify }))
  return null
}

function add(found: Map<SiteNode, Finding[]>, node: SiteNode, ...more: Finding[]): void {
  if (more.length > 0) found.set(node, [...(found.get(node) ?? []), ...more])
}

function ofNode(node: SiteNode, around: SiteAround, isComplete: boolean): Finding[] {
  return [
    ...node.findings,
    ...answerFindings(node, around),
    ...relationFindings(node, around),
    ...placeFindings(node, around, isComplete),
    ...(isComplete ? returnFindings(node, around) : []),
  ]
}

type Targets = { links: Map<string, Target>; images: Map<string, Target>; resources: Map<string, Target> }

async function readTargets(db: Reader, runId: string): Promise<Targets> {
  const rows = await db
    .selectFrom('site_audit_target')
    .select(['url', 'kind', 'status', 'error', 'bytes', 'content_type'])
    .where('run_id', '=', runId)
    .where('is_done', '=', true)
    .execute()
  const of = (wanted: string) =>
    new Map(
      rows
        .filter(({ kind }) => kind === wanted)
        .map(({ url, status, error, bytes, content_type: contentType }) => [
          url,
          { status, error, bytes, contentType },
        ]),
    )
  return { links: of('link'), images: of('image'), resources: of('resource') }
}

/** The rules of open issues by address. */
async function knownIssues(db: Reader): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('site_audit_issue')
    .select(['url', 'rule_code'])
    .where('state', '<>', 'fixed')
    .execute()
  const known = new Map<string, Set<string>>()
  for (const { url, rule_code: rule } of rows) known.set(url, (known.get(url) ?? new Set()).add(rule))
  return known
}

type StoredLinks = NonNullable<Awaited<ReturnType<typeof readLinkRows>>[number]['links']>

const readLinkRows = (db: Reader, runId: string, after: number) =>
  db
    .selectFrom('site_audit_page')
    .select(['seq', 'url', 'links', 'signature'])
    .where('run_id', '=', runId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(slice)
    .execute()

/** Goes through the links of all pages, a few at a time: counts who links to whom. Returns what texts are compared by. */
async function readLinks(
  ctx: JobCtx,
  { runId, nodes: { byUrl }, breathe }: { runId: string; nodes: SiteNodes; breathe: Breathe },
  look: (node: SiteNode, links: StoredLinks) => void,
): Promise<Map<number, Buffer>> {
  const signatures = new Map<number, Buffer>()
  for (let after = -1; ;) {
    const rows = await ctx.read((db) => readLinkRows(db, runId, after))
    const last = rows.at(-1)
    if (last === undefined) return signatures
    after = last.seq
    for (const row of rows) {
      const pause = breathe()
      if (pause !== undefined) await pause
      const node = byUrl.get(row.url)
      if (node === undefined || !node.isListed) continue
      if (row.signature !== null) signatures.set(node.at, row.signature)
      if (row.links === null) continue
      for (const url of new Set(row.links.links.map(({ u }) => u))) {
        const target = byUrl.get(url)
        if (target === undefined || target === node) continue
        node.targets.push(target.at)
        target.inlinks++
        if (target.isBlocked && target.linkedFrom.length < shownInlinks) target.linkedFrom.push(node.url)
      }
      look(node, row.links)
    }
  }
}

type Everything = { found: ReadonlyMap<SiteNode, Finding[]>; around: SiteAround; targets: Targets }

async function writeAll(ctx: JobCtx, run: OpenRun, { found, around, targets }: Everything): Promise<void> {
  const { nodes, facts, plan, sitemaps } = around
  const mostInlinks = nodes.list.reduce((highest, { inlinks }) => Math.max(highest, inlinks), 0)
  const items = await ctx.read((db) => itemsOfPages(db, nodes))
  const { byUrl: trafficOf, mostClicks } = await ctx.read((db) => readTraffic(db, run))
  const redirects = await readRedirects(ctx, found)
  const itemLinks = await readItemLinks(ctx, found)
  const all: NewFinding[] = []
  const take = (url: string, node: SiteNode | undefined, finding: Finding) => {
    const factsOfFix =
      node?.itemId == null ? undefined : fixFacts(node.itemId, { nodes, targets, items, redirects, itemLinks })
    const traffic = trafficOf.get(url)
    const share = { clicks: traffic?.clicks ?? 0, mostClicks, inlinks: node?.inlinks ?? 0, mostInlinks }
    all.push({
      url,
      finding: traffic === undefined ? finding : { ...finding, evidence: { ...finding.evidence, traffic } },
      pageId: node?.isListed === true ? node.id : null,
      itemId: node?.itemId ?? null,
      priority: priorityOf(finding, share),
      fix: factsOfFix === undefined ? null : fixOf(finding, factsOfFix),
    })
  }
  await breathing([...found], breather(ctx.signal), ([node, findings]) => {
    if (node.isListed && !isForgotten(node)) for (const finding of oncePerRule(findings)) take(node.url, node, finding)
  })
  if (run.scope === 'full')
    for (const { url, finding } of siteFindings({ plan, facts, sitemaps, nodes }, ctx.now()))
      take(url, nodes.byUrl.get(url), finding)
  for (let at = 0; at < all.length; at += slice)
    await ctx.write(({ db }) => writeFindings(db, run.id, all.slice(at, at + slice)))
}

/** Gone, and nothing leads there any longer: that is no fault. */
const isForgotten = (node: SiteNode) =>
  isGone(node) && node.inlinks === 0 && !isFoundBy(node.by, 'start', 'redirect', 'sitemap', 'item', 'link', 'given')

function oncePerRule(findings: readonly Finding[]): Finding[] {
  const first = new Map<string, Finding>()
  for (const finding of findings) if (!first.has(finding.rule)) first.set(finding.rule, finding)
  return [...first.values()]
}

type OwnItem = { saysNoindex: boolean; hasPicture: boolean }

async function itemsOfPages(db: Reader, { list }: SiteNodes): Promise<Map<string, OwnItem>> {
  const ids = list.flatMap(({ itemId }) => itemId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('item')
    .select((row) => [
      'id',
      sql<boolean>`coalesce((robots ->> 'noindex')::boolean, false)`.as('saysNoindex'),
      row.or([row('og_image_id', 'is not', null), row('featured_image_id', 'is not', null)]).as('hasPicture'),
    ])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, saysNoindex, hasPicture }) => [id, { saysNoindex, hasPicture: Boolean(hasPicture) }]))
}

type ForFix = {
  nodes: SiteNodes
  targets: Targets
  items: ReadonlyMap<string, OwnItem>
  redirects: ReadonlyMap<string, string>
  itemLinks: ReadonlyMap<string, ReadonlySet<string>>
}

function fixFacts(itemId: string, { nodes, targets, items, redirects, itemLinks }: ForFix): FixFacts {
  const isThere = (url: string) => nodes.byUrl.get(url)?.status === 200
  return {
    itemId,
    saysNoindex: items.get(itemId)?.saysNoindex ?? false,
    hasPicture: items.get(itemId)?.hasPicture ?? false,
    hasLink: (url) => itemLinks.get(itemId)?.has(url) === true,
    isThere,
    hasSecureForm: (url) =>
      targets.resources.get(secureForm(url))?.status === 200 || nodes.byUrl.get(secureForm(url))?.status === 200,
    redirectOf: (url) => {
      const to = redirects.get(url)
      return to !== undefined && isThere(to) ? to : undefined
    },
    itemOf: (url) => nodes.byUrl.get(url)?.itemId ?? null,
  }
}
