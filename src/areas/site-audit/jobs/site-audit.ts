import { z } from 'zod'

import { analyze } from '#areas/site-audit/analysis/analyze.ts'
import { LabIsTaken } from '#areas/site-audit/performance/lab-turn.ts'
import { requirePages } from '#areas/site-audit/runs/audit-settings.ts'
import { openRun } from '#areas/site-audit/runs/open-run.ts'
import { prepareRun } from '#areas/site-audit/runs/prepare-run.ts'
import { getRun } from '#areas/site-audit/runs/runs.ts'
import { TurnIsOver } from '#areas/site-audit/runs/turn-is-over.ts'
import { askBesides } from '#areas/site-audit/visits/ask-besides.ts'
import { checkTargets } from '#areas/site-audit/visits/check-targets.ts'
import { crawl, StartIsSilent } from '#areas/site-audit/visits/crawl-site.ts'
import { Refusal } from '#kernel/errors.ts'
import { job, type JobCtx, type JobEnded } from '#kernel/job.ts'

/** How often a run asks whether it was canceled, in ms. */
const beat = 2000

/**
 * One audit: finds the pages, asks for each, looks at what they name, and says what it found. Everything that was asked is stored, so that a
 * restart goes on after it.
 */
export const siteAudit = job({
  name: 'siteAudit',
  title: 'Read the website',
  queue: 'bulk',
  scope: 'audit:run',
  input: z.object({ runId: z.string() }),
  steps: ['prepare', 'crawl', 'checks', 'analysis'],
  attempts: 10,
  endsWithRefusal: true,

  async work(ctx, { runId }) {
    const { state, plan } = await ctx.read((db) => getRun(db, runId))
    if (state === 'succeeded') return outcomeOf(ctx, runId)
    // A schedule may be older than the plan of the organization: the run says why nothing was asked.
    if (state === 'queued') requirePages(ctx.access, plan.maxPages)
    const beating = setInterval(() => void ctx.write(async () => undefined).catch(() => undefined), beat)
    try {
      const run = await openRun(ctx, runId)
      await prepareRun(ctx, run)
      await ctx.step('crawl', () => crawl(ctx, run))
      await ctx.step('checks', async () => {
        await checkTargets(ctx, run)
        return askBesides(ctx, run)
      })
      await ctx.step('analysis', () => analyze(ctx, run))
      return await outcomeOf(ctx, runId)
    } catch (error) {
      if (error instanceof LabIsTaken) return { goOnInMs: error.goOnInMs }
      if (error instanceof TurnIsOver) return { goOnInMs: 0 }
      if (error instanceof StartIsSilent)
        throw new Refusal('upstream_failed', 'The address at which the audit starts does not answer.', {
          reason: error.reason,
        })
      // Anything else may be of the moment: the run goes on from where it is.
      throw error instanceof Refusal ? new Error(error.message, { cause: error }) : error
    } finally {
      clearInterval(beating)
    }
  },
})

async function outcomeOf(ctx: JobCtx, runId: string): Promise<JobEnded> {
  const run = await ctx.read((db) => getRun(db, runId))
  const failed = run.facts.unmeasured ?? []
  const result = {
    runId,
    pages: { requested: run.requested, counted: run.counted ?? 0, withErrors: run.with_errors ?? 0 },
    issues: run.issues ?? {},
    healthScore: run.health_score,
    truncated: run.truncated,
    ...(run.plan.lab === undefined ? {} : { failed }),
  }
  return { result, state: failed.length === 0 ? 'succeeded' : 'partial' }
}
