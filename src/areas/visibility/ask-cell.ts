import { sql } from 'kysely'

import { askModel, openModel } from '#areas/models/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { Refusal } from '#kernel/errors.ts'
import type { JobCtx } from '#kernel/job.ts'
import { ModelFault } from '#kernel/model.ts'

import { readBrands } from './brands.ts'
import { askedModel, highestCost, lastCosts } from './engine-access.ts'
import { type EngineRow, getEngines } from './engines.ts'
import type { Known, Question } from './known-run.ts'
import type { PlannedCall } from './plan-run.ts'
import { giveBack, mostOf, openBudget, takeMoney } from './run-budget.ts'
import { cellKey } from './run-cells.ts'
import { getRun } from './runs.ts'
import { markCall, store, storeAnswer, storeFault } from './store-cell.ts'

type Answered = Awaited<ReturnType<typeof askModel>>

/** Reads what is left of a run. Calls that a crash cut off are counted, and are asked again. */
export async function loadRun(
  ctx: JobCtx,
  runId: string,
  prompts: readonly { id: string; version: number }[],
): Promise<Known> {
  const { run, engines, stored, questions, dearest, before, brands, siteUrl } = await ctx.write(async ({ db }) => {
    const { rows: lost } = await sql<{ most: number }>`delete from app.asv_call
      where organization_id = app.org() and run_id = ${runId} and attempt < ${ctx.attempt} returning most`.execute(db)
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
      .where('state', 'in', ['queued', 'running'])
      .execute()
    const run = await getRun(db, runId)
    const engines = await getEngines(
      db,
      run.engine_snapshots.map(({ engineId }) => engineId),
    )
    const cells = await db
      .selectFrom('asv_answer')
      .select(['engine_id', 'prompt_id', 'prompt_version', 'sample_no'])
      .where('run_id', '=', runId)
      .execute()
    const { rows: dearest } = await sql<{ engineId: string; cost: number }>`
      select engine_id as "engineId", max(cost)::float8 as cost from app.asv_answer
      where organization_id = app.org() and run_id = ${runId} and cost is not null group by 1`.execute(db)
    const versions = await db
      .selectFrom('asv_prompt_version as v')
      .innerJoin('asv_prompt as p', 'p.id', 'v.prompt_id')
      .select(['v.prompt_id', 'v.n', 'v.text', 'p.country'])
      .execute()
    return {
      run,
      engines,
      stored: new Set(
        cells.map((one) =>
          cellKey({
            engineId: one.engine_id,
            promptId: one.prompt_id,
            promptVersion: one.prompt_version,
            sampleNo: one.sample_no,
          }),
        ),
      ),
      questions: new Map(
        versions.map(({ prompt_id: promptId, n, text, country }) => [`${promptId} ${n}`, { text, country }]),
      ),
      before: await lastCosts({ db, models: ctx.models }, engines),
      dearest: new Map(dearest.map(({ engineId, cost }) => [engineId, cost])),
      brands: await readBrands(db, ctx.access.organization),
      siteUrl: (await getSettings(db)).siteUrl,
    }
  })
  const asTheyWere = run.engine_snapshots.flatMap((snapshot) => {
    const engine = engines.find(({ id }) => id === snapshot.engineId)
    const { model, webSearch, country } = snapshot
    return engine === undefined ? [] : [{ ...engine, model, web_search: webSearch, country }]
  })
  const asked = await Promise.all(asTheyWere.map((engine) => withModel(ctx, engine)))
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
    engines: asked,
    stored,
    questions,
    brands,
    site: { siteUrl, baseUrl: ctx.baseUrl, organizationId: ctx.access.organization.id },
    budget: openBudget({
      limit: run.max_cost,
      spent: run.cost + run.lost_cost,
      most: new Map(asked.map((one) => [one.id, mostOfCall(one)])),
      known: new Set([...dearest.keys(), ...before.keys()]),
    }),
  }
}

/** Asks one cell and stores what came of it. Returns the code of a fault that ends all further calls at this engine. */
export async function askCell(ctx: JobCtx, known: Known, call: PlannedCall): Promise<string | undefined> {
  const engine = known.engines.find(({ id }) => id === call.engineId)
  const question = known.questions.get(`${call.promptId} ${call.promptVersion}`)
  // The prompt was deleted with its history: there is nothing to ask, and nowhere to store it.
  if (engine === undefined || question === undefined) return undefined
  if (!(await takeMoney(known.budget, engine.id))) {
    await store(ctx, known, call, { state: 'skipped', error_code: 'cost_limit' })
    return undefined
  }
  try {
    return await askAndStore(ctx, known, { call, engine, question })
  } finally {
    giveBack(known.budget, engine.id)
  }
}

type Cell = { call: PlannedCall; engine: EngineRow; question: Question }

async function askAndStore(ctx: JobCtx, known: Known, { call, engine, question }: Cell): Promise<string | undefined> {
  const asked = askedModel(engine, ctx.models)
  if (asked?.model == null) {
    await store(ctx, known, call, { state: 'skipped', error_code: 'not_configured' })
    return 'not_configured'
  }
  const most = mostOf(known.budget, engine.id)
  await markCall(ctx, known, call, most)
  let answer: Answered
  let lost = 0
  const onLost = () => void lost++
  try {
    const { model, provider } = asked
    const searches = engine.web_search && provider !== 'openai_compatible'
    const country = question.country ?? engine.country
    answer = await askModel(ctx, { provider, model, prompt: question.text, webSearch: searches, country, onLost })
  } catch (error) {
    ctx.signal.throwIfAborted()
    const code = error instanceof ModelFault ? error.code : isNotConfigured(error) ? 'not_configured' : undefined
    if (code === undefined) throw error
    const { tries, httpStatus } = error instanceof ModelFault ? error : { tries: 0, httpStatus: 0 }
    // What cannot be read may have been paid all the same.
    if (code === 'bad_response' && httpStatus === undefined) lost++
    return storeFault(ctx, known, call, { code, tries, lost: lost * most, isUnknown: lost > 0 })
  }
  // An answer that does not say what it cost can have cost the most.
  if (answer.cost === null) lost++
  await storeAnswer(ctx, known, call, { ...answer, lost: lost * most })
  return undefined
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

const isNotConfigured = (error: unknown) => error instanceof Refusal && error.code === 'provider_not_configured'
