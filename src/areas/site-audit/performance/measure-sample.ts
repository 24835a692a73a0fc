import type { SiteNode, SiteNodes } from '#areas/site-audit/analysis/site-nodes.ts'
import { readTraffic } from '#areas/site-audit/analysis/traffic.ts'
import { readingPage } from '#areas/site-audit/crawl/page-facts.ts'
import type { LabPlan } from '#areas/site-audit/json-columns.ts'
import type { OpenRun } from '#areas/site-audit/runs/open-run.ts'
import { changeRun, getRun } from '#areas/site-audit/runs/runs.ts'
import { breather, inTurns } from '#kernel/breathe.ts'
import { Refusal } from '#kernel/errors.ts'
import type { JobCtx } from '#kernel/job.ts'

import { endLabTurn } from './lab-turn.ts'
import { measurePage } from './measure-page.ts'
import { insertSample, measuredIn } from './samples.ts'

/**
 * Measures the pages of an audit that are worth most, and counts their words after scripts. What an earlier attempt measured is not
 * measured again. Throws `LabIsTaken`.
 */
export async function measureSample(ctx: JobCtx, run: OpenRun, nodes: SiteNodes): Promise<void> {
  const { lab } = run.plan
  if (lab === undefined || (!lab.isAsked && !(await ctx.browser.lab.canMeasure()))) return
  const done = await ctx.read(async (db) => {
    const { facts } = await getRun(db, run.id)
    return new Set([...(await measuredIn(db, run.id)), ...(facts.unmeasured ?? []).map(({ url }) => url)])
  })
  for (const { url } of await chosen(ctx, run, { nodes, lab })) {
    if (!done.has(url)) await measureOne(ctx, run, { url, lab })
  }
  await ctx.write(({ db }) => endLabTurn(db, ctx.jobId))
}

/** The start, then what has most clicks, else what most pages link to. */
async function chosen(
  ctx: JobCtx,
  run: OpenRun,
  { nodes, lab }: { nodes: SiteNodes; lab: LabPlan },
): Promise<SiteNode[]> {
  const { byUrl, mostClicks } = await ctx.read((db) => readTraffic(db, run))
  const worth = ({ url, inlinks }: SiteNode) => (mostClicks === 0 ? inlinks : (byUrl.get(url)?.clicks ?? 0))
  const pages = nodes.list.filter(({ isListed, isHtml, status }) => isListed && isHtml && status === 200)
  const start = nodes.byUrl.get(run.plan.startUrl)
  const others = pages
    .filter((one) => one !== start)
    .toSorted((a, b) => worth(b) - worth(a) || (a.url < b.url ? -1 : 1))
  return [...(start === undefined ? [] : [start]), ...others].slice(0, lab.pages)
}

async function measureOne(ctx: JobCtx, run: OpenRun, { url, lab }: { url: string; lab: LabPlan }): Promise<void> {
  const { device } = lab
  const measured = await measurePage(ctx, { url, device, runs: 1 })
  const renderedWords = 'code' in measured ? null : await wordsOf(ctx, url)
  await ctx.write(async ({ db }) => {
    if (!('code' in measured)) return insertSample(db, { runId: run.id, url, device, measured, renderedWords })
    const { facts } = await getRun(db, run.id)
    const unmeasured = [...(facts.unmeasured ?? []), measured]
    return changeRun(db, run.id, { facts: JSON.stringify({ ...facts, unmeasured }) })
  })
}

/** The words of a page once its scripts have run; null where it cannot be shown. */
async function wordsOf(ctx: JobCtx, url: string): Promise<number | null> {
  try {
    const html = await ctx.browser.lab.render(url, ctx.signal)
    return (await inTurns(readingPage(html, url), breather(ctx.signal))).wordCount
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
