import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import type { JobCtx } from '#kernel/job.ts'

import { insertAnswers, type NewAnswer } from './answers.ts'
import type { Known } from './known-run.ts'
import type { PlannedCall } from './plan-run.ts'
import type { RunRow } from './runs.ts'

/** Every call of a run, prompt by prompt, so that an early end has something of each engine. */
export function callsOf(
  { engine_snapshots: snapshots }: RunRow,
  prompts: readonly { id: string; version: number }[],
): PlannedCall[] {
  return snapshots.flatMap(({ engineId, samples }) =>
    Array.from({ length: samples }, (_, at) => at + 1).flatMap((sampleNo) =>
      prompts.map((prompt) => ({ engineId, promptId: prompt.id, promptVersion: prompt.version, sampleNo })),
    ),
  )
}

export const cellKey = ({ engineId, promptId, promptVersion, sampleNo }: PlannedCall) =>
  `${engineId} ${promptId} ${promptVersion} ${sampleNo}`

export const isFinished = ({ stored }: Known, call: PlannedCall) => stored.has(cellKey(call))

/** Ends cells without a call. */
export async function skipRest(ctx: JobCtx, known: Known, calls: readonly PlannedCall[], code: string): Promise<void> {
  for (let from = 0; from < calls.length; from += 200)
    await ctx.write(({ db }) =>
      storeCells(
        db,
        known,
        calls
          .slice(from, from + 200)
          .map((call) => ({ ...cellOf(known, call), state: 'skipped', error_code: code, observed_at: ctx.now() })),
      ),
    )
}

/** Stores what came of cells, once, and counts it in the run. Returns the ids of those that were new, in their order. */
export async function storeCells(
  db: Writer,
  { run }: Known,
  answers: readonly NewAnswer[],
  made: { attempts: number; cost: number | null; lost: number } = { attempts: 0, cost: 0, lost: 0 },
): Promise<string[]> {
  const ids: string[] = []
  const counts = { ok: 0, refused: 0, error: 0, skipped: 0 }
  let cutOff = 0
  for (const answer of answers) {
    const id = (await insertAnswers(db, [answer])).get(answer.sample_no)
    if (id === undefined) continue
    ids.push(id)
    counts[answer.state]++
    if (answer.error_code === 'truncated') cutOff++
  }
  if (ids.length === 0) return ids
  await db
    .updateTable('asv_run')
    .set({
      ok: sql`ok + ${counts.ok}`,
      refused: sql`refused + ${counts.refused}`,
      failed: sql`failed + ${counts.error}`,
      skipped: sql`skipped + ${counts.skipped}`,
      cut_off: sql`cut_off + ${cutOff}`,
      attempts: sql`attempts + ${made.attempts}`,
      cost: sql`round((cost + ${made.cost ?? 0})::numeric, 6)::float8`,
      lost_cost: sql`lost_cost + ${made.lost}`,
      updated_at: sql`now()`,
      ...(made.cost === null || made.lost > 0 ? { cost_complete: false } : {}),
    })
    .where('id', '=', run.id)
    .execute()
  return ids
}

/** What every answer of a cell has. */
export function cellOf({ run, engines }: Known, { engineId, promptId, promptVersion, sampleNo }: PlannedCall) {
  const snapshot = run.engine_snapshots.find((one) => one.engineId === engineId)
  const engine = engines.find((one) => one.id === engineId)
  return {
    run_id: run.id,
    prompt_id: promptId,
    prompt_version: promptVersion,
    engine_id: engineId,
    sample_no: sampleNo,
    mode: snapshot?.mode ?? 'search',
    model_asked: engine?.model ?? null,
  } as const
}

/** Ends a run of which every cell has ended. */
export async function endRun(db: Writer, runId: string): Promise<RunRow> {
  const { rows: errors } = await sql<{ engineId: string; code: string; count: number }>`
    select engine_id as "engineId", error_code as code, count(*)::int as count from app.asv_answer
    where organization_id = app.org() and run_id = ${runId} and error_code is not null group by 1, 2 order by 1, 2`.execute(
    db,
  )
  const { rows: served } = await sql<{ engineId: string; models: string[] }>`
    select engine_id as "engineId", array_agg(distinct model_served order by model_served) as models from app.asv_answer
    where organization_id = app.org() and run_id = ${runId} and model_served is not null group by 1`.execute(db)
  const run = await db.selectFrom('asv_run').selectAll().where('id', '=', runId).forUpdate().executeTakeFirstOrThrow()
  const good = run.ok + run.refused
  const state = good === 0 ? 'failed' : good === run.planned ? 'succeeded' : 'partial'
  const snapshots = run.engine_snapshots.map((one) => ({
    ...one,
    servedModels: served.find(({ engineId }) => engineId === one.engineId)?.models ?? [],
  }))
  return db
    .updateTable('asv_run')
    .set({
      state,
      // What was deleted meanwhile was not asked.
      skipped: run.planned - good - run.failed,
      credits: good + run.cut_off,
      engine_errors: JSON.stringify(errors),
      engine_snapshots: JSON.stringify(snapshots),
      finished_at: sql<Date>`clock_timestamp()`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', runId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
