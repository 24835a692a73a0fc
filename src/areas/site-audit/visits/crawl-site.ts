import { sql } from 'kysely'

import { bodyOf, findItems } from '#areas/items/index.ts'
import type { Answer } from '#areas/site-audit/crawl/client.ts'
import type { ShownItem } from '#areas/site-audit/rules/item-drift.ts'
import type { OpenRun } from '#areas/site-audit/runs/open-run.ts'
import { changeRun, getRun } from '#areas/site-audit/runs/runs.ts'
import { keepTurn } from '#areas/site-audit/runs/turn-is-over.ts'
import { breather, inTurns } from '#kernel/breathe.ts'
import type { Reader } from '#kernel/database.ts'
import type { JobCtx } from '#kernel/job.ts'
import { inOrder } from '#std/in-order.ts'

import { nextPages, type WaitingPage, writeFound } from './frontier.ts'
import { storeTimes, storeVisits, type Timed, type Visited } from './store-visits.ts'
import { htmlBytes, readVisit, unasked } from './visit-page.ts'

/** Pages that are asked for before what they answered is stored: a crash costs no more than these. */
const batch = 25
const accept = 'text/html, application/xhtml+xml, */*;q=0.5'
const slow = 800

/** Asks for every page that is found, until none is left or the run has asked for as many as it may. */
export async function crawl(ctx: JobCtx, run: OpenRun): Promise<null> {
  let { requested } = await ctx.read((db) => getRun(db, run.id))
  for (;;) {
    const pages = await ctx.read((db) => nextPages(db, run.id, batch))
    if (pages.length === 0) return null
    const shown = await ctx.read((db) => shownItems(db, run, pages))
    const visits: Visited[] = []
    const times: Timed[] = []
    let isOver = false
    const may = () => (requested < run.plan.maxPages ? (requested++, true) : ((isOver = true), false))
    for await (const visited of inOrder(pages, run.plan.concurrency, (page) => visit(ctx, run, { page, may, shown })))
      if (visited !== undefined && 'ttfbMs' in visited) times.push(visited)
      else if (visited !== undefined) visits.push(visited)
    ctx.signal.throwIfAborted()
    const found = visits.flatMap((one) => (isSettled(one) ? one.visit.found : []))
    const taken = await inTurns(run.frontier.taking(found), breather(ctx.signal))
    await ctx.write(async ({ db }) => {
      await storeVisits(db, run.id, visits)
      await storeTimes(db, run.id, times)
      await writeFound(db, run.id, taken)
    })
    if (isOver && visits.length + times.length === 0) await leaveRest(ctx, run)
    await keepTurn(ctx)
  }
}

/** The address at which the run begins does not answer: there is nothing to audit. */
export class StartIsSilent extends Error {
  readonly reason: 'timeout' | 'unreachable'

  constructor(reason: 'timeout' | 'unreachable') {
    super('the start does not answer')
    this.reason = reason
  }
}

type Rest = { page: WaitingPage; may(): boolean; shown: ReadonlyMap<string, ShownItem> }

async function visit(ctx: JobCtx, run: OpenRun, { page, may, shown }: Rest): Promise<Visited | Timed | undefined> {
  const { url, depth, is_listed: isListed } = page
  const decision = await run.decide(url)
  const blocked = {
    isBlocked: !decision.allowed,
    rule: decision.allowed ? null : decision.rule,
    line: decision.allowed ? null : decision.line,
  }
  const item = run.items.get(url)
  const base = { page: { id: page.id, url }, itemId: item?.id ?? null, blocked }
  if (blocked.isBlocked && run.plan.respectRobots) return { ...base, stage: 'done', visit: unasked, isRequest: false }
  const isAgain = page.stage === 'again'
  if (!isAgain && !may()) return undefined
  const rules = { headers: { accept }, maxBytes: htmlBytes, cut: true }
  if (isAgain && isSlow(page.status, page.ttfb_ms)) return timed(page, await run.client.ask(url, rules))
  let answer = await run.client.ask(url, rules)
  if ('error' in answer && url === run.plan.startUrl && run.scope === 'full') {
    answer = await run.client.ask(url, rules)
    if ('error' in answer) throw new StartIsSilent(answer.error)
  }
  const made = await readVisit(
    {
      url,
      depth,
      isListed,
      follows: run.scope === 'full',
      isBlocked: blocked.isBlocked,
      isOwn: run.isOwn,
      item: item && { isPublished: item.isPublished, shown: shown.get(item.id) },
    },
    answer,
    breather(ctx.signal),
  )
  if (isAgain) return { ...base, stage: 'done', visit: made, isRequest: false }
  return { ...base, stage: needsAnother(answer) ? 'again' : 'done', visit: made, isRequest: true }
}

/** Whether what an address answered stays, also where it is asked again for its time. */
const isSettled = ({ stage, visit }: Visited) => stage === 'done' || isSlow(visit.status, visit.ttfbMs)
const isSlow = (status: number | null, ttfbMs: number | null) => status === 200 && (ttfbMs ?? 0) > slow

/** A failure may be of the moment, and so may a slow answer. */
function needsAnother(answer: Answer): boolean {
  return 'error' in answer || answer.status >= 500 || isSlow(answer.status, answer.firstByteMs ?? 0)
}

/** The time until an answer is the lower of both; a failure has none (site-audit.md#slow-pages-keep-their-answer). */
function timed({ id, ttfb_ms: first, findings }: WaitingPage, second: Answer): Timed {
  const again = 'error' in second || second.status !== 200 ? undefined : second.firstByteMs
  const ttfbMs = Math.min(first ?? 0, again ?? Number.POSITIVE_INFINITY)
  const others = (findings ?? []).filter(({ rule }) => rule !== 'slow_ttfb')
  return {
    page: { id },
    ttfbMs,
    findings: ttfbMs > slow ? [...others, { rule: 'slow_ttfb', evidence: { ttfbMs } }] : others,
  }
}

async function shownItems(db: Reader, run: OpenRun, pages: readonly WaitingPage[]): Promise<Map<string, ShownItem>> {
  const wanted = pages.flatMap(({ url }) => {
    const item = run.items.get(url)
    return item?.isPublished === true ? [[item.id, url] as const] : []
  })
  if (wanted.length === 0) return new Map()
  const rows = await findItems(
    db,
    wanted.map(([id]) => id),
  )
  const shown = new Map<string, ShownItem>()
  for (const [id, publicUrl] of wanted) {
    const row = rows.get(id)
    if (row === undefined) continue
    const { contentHtml } = await bodyOf(db, id)
    const { title, seo_title: seoTitle, meta_description: metaDescription } = row
    shown.set(id, { title, seoTitle, metaDescription, publicUrl, contentHtml })
  }
  return shown
}

/** What the run may not ask for any longer has no page. */
async function leaveRest(ctx: JobCtx, run: OpenRun): Promise<void> {
  await ctx.write(async ({ db }) => {
    await db.deleteFrom('site_audit_page').where('run_id', '=', run.id).where('stage', '=', 'found').execute()
    const found = sql`(select count(*) from app.site_audit_page p where p.run_id = site_audit_run.id and p.is_listed)`
    await changeRun(db, run.id, { truncated: true, found })
  })
}
