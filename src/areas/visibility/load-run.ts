import { sql } from 'kysely'

import { openModel } from '#areas/models/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { openJobStates, type JobCtx } from '#kernel/job.ts'
import { ModelFault } from '#kernel/model.ts'

import { readBrands } from './brands.ts'
import { askedModel, highestCost, isNotConfigured, lastCosts } from './engine-access.ts'
import { type EngineRow, getEngines } from './engines.ts'
import type { Known, Question } from './known-run.ts'
import { openBudget } from './run-budget.ts'
import { cellKey } from './run-cells.ts'
import { getRun, type RunRow } from './runs.ts'

/** Reads what is left of a run. Calls that a crash cut off are counted, and are asked again. */
export async function loadRun(
  ctx: JobCtx,
  runId: string,
  prompts: readonly { id: string; version: number }[],
): Promise<Known> {
  const stored = await ctx.write(async ({ db }) => {
    await takeUp(db, runId, ctx.attempt)
    return readStored(db, ctx, runId)
  })
  const { run, questions, dearest, before } = stored
  const engines = await Promise.all(asTheyWere(stored).map((engine) => withModel(ctx, engine)))
  const texts = prompts.map(({ id, version }) => questions.get(`${id} ${version}`)?.text ?? '')
  const longest = texts.reduce((one, other) => (Buffer.byteLength(other) > Buffer.byteLength(one) ? other : one), '')
  const mostOfCall = (engine: EngineRow) =>
    Math.max(
      highestCost(engine, ctx.models, longest) ?? 0,
      dearest.get(engine.id) ?? 0,
      before.get(engine.id)?.most ?? 0,
    )
  return {
    run,
    engines,
    stored: stored.cells,
    questions,
    brands: stored.brands,
    site: { siteUrl: stored.siteUrl, baseUrl: ctx.baseUrl, organizationId: ctx.access.organization.id },
    budget: openBudget({
      limit: run.max_cost,
      spent: run.cost + run.lost_cost,
      most: new Map(engines.map((one) => [one.id, mostOfCall(one)])),
      known: new Set([...dearest.keys(), ...before.keys()]),
    }),
  }
}

/** Marks the run as running, and counts the calls of earlier attempts that never came back as lost. */
async function takeUp(db: Writer, runId: string, attempt: number): Promise<void> {
  const { rows: lost } = await sql<{ most: number }>`delete from app.asv_call
    where organization_id = app.org() and run_id = ${runId} and attempt < ${attempt} returning most`.execute(db)
  await db
    .updateTable('asv_run')
    .set({
      state: 'running',
      started_at: sql`coalesce(started_at, clock_timestamp())`,
      unconfirmed_calls: sql`unconfirmed_calls + ${lost.length}`,
      attempts: sql`attempts + ${lost.length}`,
      lost_cost: sql`lost_cost + ${lost.reduce((sum, { most }) => sum + most, 0)}`,
      cost_complete: sql`cost_complete and ${!lost.some(({ most }) => most > 0)}`,
    })
    .where('id', '=', runId)
    .where('state', 'in', openJobStates)
    .execute()
}

async function readStored(db: Reader, { models, access }: JobCtx, runId: string) {
  const run = await getRun(db, runId)
  const engines = await getEngines(
    db,
    run.engine_snapshots.map(({ engineId }) => engineId),
  )
  return {
    run,
    engines,
    cells: await storedCells(db, runId),
    dearest: await dearestAnswers(db, runId),
    questions: await allQuestions(db),
    before: await lastCosts({ db, models }, engines),
    brands: await readBrands(db, access.organization),
    siteUrl: (await getSettings(db)).siteUrl,
  }
}

async function storedCells(db: Reader, runId: string): Promise<Set<string>> {
  const cells = await db
    .selectFrom('asv_answer')
    .select([
      'engine_id as engineId',
      'prompt_id as promptId',
      'prompt_version as promptVersion',
      'sample_no as sampleNo',
    ])
    .where('run_id', '=', runId)
    .execute()
  return new Set(cells.map(cellKey))
}

/** What the dearest answer of each engine cost in this run, in US dollars. */
async function dearestAnswers(db: Reader, runId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ engineId: string; cost: number }>`
    select engine_id as "engineId", max(cost)::float8 as cost from app.asv_answer
    where organization_id = app.org() and run_id = ${runId} and cost is not null group by 1`.execute(db)
  return new Map(rows.map(({ engineId, cost }) => [engineId, cost]))
}

async function allQuestions(db: Reader): Promise<Map<string, Question>> {
  const versions = await db
    .selectFrom('asv_prompt_version as v')
    .innerJoin('asv_prompt as p', 'p.id', 'v.prompt_id')
    .select(['v.prompt_id as promptId', 'v.n', 'v.text', 'p.country'])
    .execute()
  return new Map(versions.map(({ promptId, n, text, country }) => [`${promptId} ${n}`, { text, country }]))
}

/** The engines with the settings that they had when the run was started. */
function asTheyWere({ run, engines }: { run: RunRow; engines: readonly EngineRow[] }): EngineRow[] {
  return run.engine_snapshots.flatMap((snapshot) => {
    const engine = engines.find(({ id }) => id === snapshot.engineId)
    const { model, webSearch, country } = snapshot
    return engine === undefined ? [] : [{ ...engine, model, web_search: webSearch, country }]
  })
}

async function withModel(ctx: JobCtx, engine: EngineRow): Promise<EngineRow> {
  const asked = askedModel(engine, ctx.models)
  if (asked === undefined) return engine
  if (asked.model !== null) return { ...engine, model: asked.model }
  try {
    const { connector, connection } = await openModel(ctx, asked.provider)
    return { ...engine, model: (await connector.listModels(connection))[0] ?? null }
  } catch (error) {
    if (error instanceof ModelFault || isNotConfigured(error)) return engine
    throw error
  }
}
