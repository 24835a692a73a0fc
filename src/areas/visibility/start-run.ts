import { sql } from 'kysely'

import { reserveCredits } from '#areas/account/index.ts'
import { bindRecords } from '#kernel/bind-records.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId, type RunId, storedId } from '#kernel/ids.ts'
import type { Start, StartedJob } from '#kernel/job.ts'

import { lockAnalysis } from './analyses.ts'
import { askAsvEnginesJob } from './jobs/ask-asv-engines.ts'
import type { Estimate, Plan } from './plan-run.ts'
import { activeRun, snapshotOf } from './runs.ts'

/** Starts a run, with its job and its reserved credits. Errors: `job_running`, `insufficient_credits`. */
export async function startRun(
  db: Writer,
  { plan, estimate, limit, start }: { plan: Plan; estimate: Estimate; limit: number | null; start: Start },
): Promise<StartedJob & { runId: RunId }> {
  if (plan.analysis !== undefined) await requireNoneActive(db, plan.analysis.id)
  await bindPlan(db, plan)
  const runId = newId('run')
  const started = await start(askAsvEnginesJob, {
    runId,
    prompts: plan.prompts.map((prompt) => ({ id: storedId('prompt', prompt.id), version: prompt.prompt_version })),
  })
  await reserveCredits(db, { jobId: started.jobId, use: 'asv_run', amount: estimate.credits })
  await db
    .insertInto('asv_run')
    .values({
      id: runId,
      analysis_id: plan.analysis?.id ?? null,
      state: 'queued',
      job_id: started.jobId,
      planned: plan.calls,
      max_cost: limit,
      credits: estimate.credits,
      engine_snapshots: JSON.stringify(plan.engines.map(({ engine, samples }) => snapshotOf(engine, samples))),
      estimate: JSON.stringify(estimate),
    })
    .execute()
  return { ...started, runId }
}

// What is asked, of whom and how often decides what a run costs.
async function bindPlan(db: Writer, { analysis, prompts, engines }: Plan): Promise<void> {
  const used = {
    asv_analysis: analysis === undefined ? [] : [analysis.id],
    asv_engine: engines.map(({ engine }) => engine.id),
    asv_prompt: prompts.map(({ id }) => id),
  }
  // Sent together, and carried out one after the other.
  await Promise.all([
    bindRecords(db, 'asv_analysis', used.asv_analysis),
    bindRecords(db, 'asv_engine', used.asv_engine),
    bindRecords(db, 'asv_prompt', used.asv_prompt),
  ])
}

// One run of an analysis at a time: the one that starts another waits at its row.
async function requireNoneActive(db: Writer, analysisId: string): Promise<void> {
  await lockAnalysis(db, analysisId)
  const active = await activeRun(db, analysisId)
  if (active === undefined) return
  throw new Refusal('job_running', 'A run of this analysis is active. Wait for it, or cancel its job.', {
    runId: active.id,
    jobId: active.job_id,
  })
}

/** A scheduled run that could not start: it is shown with its reason. */
export async function storeFailedRun(db: Writer, analysisId: string, { code, message }: Refusal): Promise<void> {
  await db
    .insertInto('asv_run')
    .values({
      id: newId('run'),
      analysis_id: analysisId,
      state: 'failed',
      error: JSON.stringify({ code, message }),
      finished_at: sql<Date>`now()`,
    })
    .execute()
}
