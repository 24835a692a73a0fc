import { type Selectable, sql } from 'kysely'
import { z } from 'zod'

import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId, type RunId, storedId } from '#kernel/ids.ts'
import { openJobStates, type JobError, jobError, type JobState, jobStates } from '#kernel/job.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'

import { bases, basisOf, type EngineRow, modeOf, modes } from './engines.ts'
import { type Estimate, estimateOutput } from './plan-run.ts'

export type RunRow = Selectable<Tables['asv_run']>

const snapshot = z.object({
  engineId: id('engine'),
  provider: z.string(),
  label: z.string(),
  mode: z.enum(modes),
  basis: z.enum(bases),
  model: z.string().nullable(),
  servedModels: z.array(z.string()),
  webSearch: z.boolean(),
  country: z.string().nullable(),
  samples: z.int(),
})
export type EngineSnapshot = z.output<typeof snapshot>
const engineError = z.object({ engineId: id('engine'), code: z.string(), count: z.int() })

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'asv_run.engine_snapshots': EngineSnapshot[]
    'asv_run.engine_errors': z.output<typeof engineError>[]
    'asv_run.estimate': Estimate
    'asv_run.error': JobError
  }
}

export const runOutput = z.object({
  id: id('run'),
  analysisId: id('analysis').nullable(),
  state: z.enum(jobStates),
  jobId: id('job').nullable(),
  imported: z.boolean(),
  counts: z.object({ planned: z.int(), ok: z.int(), refused: z.int(), error: z.int(), skipped: z.int() }),
  attempts: z.int().describe('Calls made'),
  unconfirmedCalls: z.int().describe('Calls made again after a crash'),
  cost: z.number(),
  costComplete: z.boolean(),
  currency: z.literal('USD'),
  credits: z.int(),
  maxCost: z.number().nullable(),
  engineSnapshots: z.array(snapshot),
  engineErrors: z.array(engineError),
  error: jobError.nullable(),
  estimate: estimateOutput.nullable().describe('What it was expected to cost and show when it was started'),
  startedAt: timestamp().nullable(),
  finishedAt: timestamp().nullable(),
  createdAt: timestamp(),
})

/** A run for answers that somebody brings in one call. */
export async function beginImport(db: Writer, engine: EngineRow): Promise<RunId> {
  const runId = newId('run')
  const at = sql<Date>`clock_timestamp()`
  await db
    .insertInto('asv_run')
    .values({
      id: runId,
      imported: true,
      state: 'succeeded',
      engine_snapshots: JSON.stringify([snapshotOf(engine, 1)]),
      started_at: at,
      finished_at: at,
    })
    .execute()
  return runId
}

export async function endImport(db: Writer, runId: string, answers: number): Promise<void> {
  await db
    .updateTable('asv_run')
    .set({ planned: answers, ok: answers, updated_at: sql<Date>`now()` })
    .where('id', '=', runId)
    .execute()
}

export async function getRun(db: Reader, runId: string): Promise<RunRow> {
  const row = await db.selectFrom('asv_run').selectAll().where('id', '=', runId).executeTakeFirst()
  if (row !== undefined) return row
  throw new Refusal('not_found', 'There is no such run. listAsvRuns names them.', { id: runId.slice(0, 200) })
}

/** The last run of each analysis. */
export async function lastRuns(db: Reader, analyses: readonly { id: string }[]): Promise<Map<string, RunRow>> {
  if (analyses.length === 0) return new Map()
  const rows = await db
    .selectFrom('asv_run')
    .selectAll()
    .distinctOn('analysis_id')
    .where(
      'analysis_id',
      'in',
      analyses.map(({ id }) => id),
    )
    .orderBy('analysis_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.analysis_id ?? '', row]))
}

/** The run of an analysis that has not ended. */
export async function activeRun(db: Reader, analysisId: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('asv_run')
    .selectAll()
    .where('analysis_id', '=', analysisId)
    .where('state', 'in', openJobStates)
    .executeTakeFirst()
}

type RunFilter = { analysisId: string | undefined; state: JobState | undefined }

export async function listRunRows(db: Reader, filter: RunFilter, asked: PageAsked) {
  const matching = db
    .selectFrom('asv_run')
    .$if(filter.analysisId !== undefined, (query) => query.where('analysis_id', '=', filter.analysisId ?? ''))
    .$if(filter.state !== undefined, (query) => query.where('state', '=', filter.state ?? 'queued'))
  return listPage(matching, asked, (all) => all.selectAll().orderBy('id', 'desc'))
}

export function snapshotOf(engine: EngineRow, samples: number): EngineSnapshot {
  const mode = modeOf(engine)
  return {
    engineId: storedId('engine', engine.id),
    provider: engine.provider,
    label: engine.label,
    mode,
    basis: basisOf(mode),
    model: engine.model,
    servedModels: [],
    webSearch: mode === 'search',
    country: engine.country,
    samples,
  }
}

export function describeRun(row: RunRow): z.input<typeof runOutput> {
  const { state, imported, planned, ok, refused, failed, skipped, attempts, cost, credits, error } = row
  return {
    id: storedId('run', row.id),
    analysisId: storedId('analysis', row.analysis_id),
    state,
    jobId: storedId('job', row.job_id),
    imported,
    counts: { planned, ok, refused, error: failed, skipped },
    attempts,
    unconfirmedCalls: row.unconfirmed_calls,
    cost,
    costComplete: row.cost_complete,
    currency: 'USD',
    credits,
    maxCost: row.max_cost,
    engineSnapshots: row.engine_snapshots,
    engineErrors: row.engine_errors,
    error,
    estimate: row.estimate,
    startedAt: iso(row.started_at),
    finishedAt: iso(row.finished_at),
    createdAt: iso(row.created_at),
  }
}
