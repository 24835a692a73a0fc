import { sql } from 'kysely'

import { followRedirects } from '#areas/site-audit/crawl/follow-redirects.ts'
import { noAnswer } from '#areas/site-audit/crawl/robots.ts'
import { lastmodFault, readSitemap, sitemapBytes } from '#areas/site-audit/crawl/sitemap.ts'
import { openIssueStates } from '#areas/site-audit/issues/issues.ts'
import type { ReadSitemap } from '#areas/site-audit/json-columns.ts'
import { StartIsSilent } from '#areas/site-audit/visits/crawl-site.ts'
import { bySitemap, foundBy } from '#areas/site-audit/visits/found-by.ts'
import { type Found, writeFound } from '#areas/site-audit/visits/frontier.ts'
import { pagesLinkingTo } from '#areas/site-audit/visits/store-visits.ts'
import { breather, breathing, inTurns } from '#kernel/breathe.ts'
import type { Reader } from '#kernel/database.ts'
import type { JobCtx } from '#kernel/job.ts'
import { originOf, urlKey } from '#std/url-key.ts'

import type { OpenRun } from './open-run.ts'
import { isInPlan } from './run-plan.ts'
import { changeRun, lastFullRun } from './runs.ts'

/** So many sitemaps that are named are read, and so many files of all indexes. */
const mostNamed = 500
const mostIndexed = 500
const slice = 1000
const redirects = 3
/** How long a sitemap may take, in ms: it has up to 50 MB. */
const sitemapMs = 30_000

/** Writes down where the run begins: the start, sitemaps, items, open issues; or what its scope names. */
export async function prepareRun(ctx: JobCtx, run: OpenRun): Promise<null> {
  return ctx.step('prepare', async () => {
    await ctx.write(({ db }) =>
      changeRun(db, run.id, { state: 'crawling', started_at: sql`coalesce(started_at, clock_timestamp())` }),
    )
    if (run.scope !== 'full') {
      await put(ctx, run, await namedPages(ctx, run))
      return null
    }
    await requireAnswer(run)
    await put(ctx, run, [{ url: run.plan.startUrl, by: foundBy.start, depth: 0, isListed: true }])
    await takeSitemaps(ctx, run)
    const published = [...run.items].filter(([, { isPublished }]) => isPublished).map(([url]) => url)
    await put(
      ctx,
      run,
      published.map((url) => asFound(url, foundBy.item)),
    )
    await put(
      ctx,
      run,
      (await ctx.read((db) => pagesWithIssues(db, originOf(run.plan.startUrl)))).map((url) =>
        asFound(url, foundBy.issue),
      ),
    )
    return null
  })
}

/** A run that may ask for nothing because nothing answers has not looked at the website (site-audit.md#silence-is-no-rule). */
async function requireAnswer({ plan, robotsOf }: OpenRun): Promise<void> {
  if (plan.respectRobots && (await robotsOf(originOf(plan.startUrl))) === noAnswer)
    throw new StartIsSilent('unreachable')
}

const asFound = (url: string, by: number): Found => ({ url, by, depth: null, isListed: true })

async function put(ctx: JobCtx, run: OpenRun, found: readonly Found[]): Promise<void> {
  const breathe = breather(ctx.signal)
  for (let at = 0; at < found.length; at += slice) {
    const taken = await inTurns(run.frontier.taking(found.slice(at, at + slice)), breathe)
    if (taken.added.length + taken.changed.length + taken.traps > 0 || taken.isFull)
      await ctx.write(({ db }) => writeFound(db, run.id, taken))
  }
}

async function namedPages(ctx: JobCtx, { id, scope, plan, items }: OpenRun): Promise<Found[]> {
  const given = (url: string): Found => ({ url, by: foundBy.given, depth: null, isListed: true })
  if (scope === 'urls') return plan.urls.map(given)
  const changed = await ctx.read((db) => changedPages(db, { id, items }))
  return changed.filter((url) => isInPlan(plan, url)).map(given)
}

/** Pages of items that changed since the last full run, and pages that linked to them then. */
async function changedPages(db: Reader, { id, items }: Pick<OpenRun, 'id' | 'items'>): Promise<string[]> {
  const since = await lastFullRun(db, id)
  if (since === undefined) return [...items].filter(([, { isPublished }]) => isPublished).map(([url]) => url)
  const changed = [...items].filter(([, { changedAt }]) => changedAt > since.startedAt).map(([url]) => url)
  return [...new Set([...changed, ...(await pagesLinkingTo(db, since.id, changed))])]
}

async function pagesWithIssues(db: Reader, origin: string): Promise<string[]> {
  const rows = await db
    .selectFrom('site_audit_issue')
    .select('url')
    .distinct()
    .where('state', 'in', openIssueStates)
    .where('page_id', 'is not', null)
    .where(sql<boolean>`starts_with(url, ${`${origin}/`})`)
    .orderBy('url')
    .execute()
  return rows.map(({ url }) => url)
}

/** Reads the sitemaps: those of the settings, else those of robots.txt, else the usual one. */
async function takeSitemaps(ctx: JobCtx, run: OpenRun): Promise<void> {
  const { plan } = run
  const origin = originOf(plan.startUrl)
  const ofRobots = (await run.robotsOf(origin)).sitemaps
  const named = [
    ...new Set((plan.sitemaps.length > 0 ? plan.sitemaps : ofRobots).flatMap((url) => urlKey(url, origin) ?? [])),
  ]
  const waiting = named.slice(0, mostNamed).map((url) => ({ url, isNamed: true, level: 0 }))
  if (waiting.length === 0) waiting.push({ url: `${origin}/sitemap.xml`, isNamed: false, level: 0 })
  const seen = new Set(waiting.map(({ url }) => url))
  const read: ReadSitemap[] = []
  const most = waiting.length + mostIndexed
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { level, ...sitemap } = next
    const { indexed, ...result } = await takeSitemap(ctx, run, { ...sitemap, level, at: read.length })
    read.push(result)
    for (const url of indexed)
      if (!seen.has(url) && seen.size < most) {
        seen.add(url)
        waiting.push({ url, isNamed: true, level: level + 1 })
      }
  }
  await ctx.write(({ db }) => changeRun(db, run.id, { sitemaps: JSON.stringify(read) }))
}

type Asked = { url: string; isNamed: boolean; level: number; at: number }

async function takeSitemap(
  ctx: JobCtx,
  run: OpenRun,
  { url, isNamed, level, at }: Asked,
): Promise<ReadSitemap & { indexed: string[] }> {
  const nothing = { url, isNamed, status: null, lastmod: null, urls: 0, indexed: [] }
  const rules = { maxBytes: sitemapBytes, cut: true, timeoutMs: sitemapMs }
  const { url: last, answer } = await followRedirects(run, url, { ...rules, redirects, staysInside: true })
  // What robots.txt keeps away no search engine reads, either.
  if (answer === null) return { ...nothing, fault: run.isOwn(last) ? 'robots' : 'foreign_hosts' }
  if ('error' in answer) return { ...nothing, fault: 'status' }
  const { status, body, headers, isCut = false } = answer
  if (status !== 200) return { ...nothing, status, fault: 'status' }
  if (isCut) return { ...nothing, status, fault: 'too_large' }
  const breathe = breather(ctx.signal)
  const { kind, entries, fault } = await readSitemap(body, headers.get('content-type'), breathe)
  const isBroken = fault !== null && fault !== 'too_many'
  const keys = (await breathing(entries, breathe, (entry) => urlKey(entry.url) ?? [])).flat()
  const own = keys.filter(run.isOwn)
  const ownFault = fault ?? (own.length < keys.length ? 'foreign_hosts' : null)
  const isIndex = kind === 'index'
  if (!isIndex && !isBroken)
    await put(
      ctx,
      run,
      own.map((one) => asFound(one, bySitemap(at))),
    )
  const isLong = isIndex && entries.length > mostIndexed
  const faultOfIndex = isIndex && level > 0 ? 'not_xml' : isLong ? 'too_many' : ownFault
  return {
    ...nothing,
    status,
    fault: faultOfIndex,
    lastmod: isIndex ? null : lastmodFault(entries, ctx.now()),
    urls: isIndex ? 0 : own.length,
    isIndex,
    indexed: isIndex && level === 0 ? own : [],
  }
}
