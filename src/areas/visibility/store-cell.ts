import { sql } from 'kysely'

import type { JobCtx } from '#kernel/job.ts'
import type { ModelAnswer, WebSource } from '#kernel/model.ts'
import { visibleText } from '#std/visible-text.ts'

import type { NewAnswer } from './answers.ts'
import type { GivenCitation } from './extraction/read-citations.ts'
import type { Known } from './known-run.ts'
import { DatabaseAway } from './patient-writes.ts'
import type { PlannedCall } from './plan-run.ts'
import { readAnswer, storeReadings } from './read-answers.ts'
import { pay } from './run-budget.ts'
import { cellOf, storeCells } from './run-cells.ts'

/** `lost`: what requests can have cost whose answers never came, or do not say it. */
type Kept = ModelAnswer & { cost: number | null; latencyMs: number; lost: number }

/** Stores why there is no answer. Returns the code of a fault that ends all further calls at this engine. */
export async function storeFault(
  ctx: JobCtx,
  known: Known,
  call: PlannedCall,
  { code, tries, lost, isUnknown }: { code: string; tries: number; lost: number; isUnknown: boolean },
): Promise<string | undefined> {
  const state = code === 'refused' ? 'refused' : code === 'not_configured' ? 'skipped' : 'error'
  pay(known.budget, call.engineId, { cost: 0, lost })
  const made = { attempts: tries, cost: isUnknown ? null : 0, lost }
  await store(ctx, known, call, { state, error_code: code === 'refused' ? null : code }, made)
  const ends = code === 'auth_failed' || code === 'quota_exhausted' || code === 'not_configured'
  if (!ends) return undefined
  if (code !== 'not_configured')
    await ctx.write(({ db }) =>
      db.updateTable('asv_engine').set({ fault: code }).where('id', '=', call.engineId).execute(),
    )
  return code
}

/**
 * Stores an answer. It is tried twice, as an answer that was paid; then the cell ends with an error, and is not asked again
 * (visibility.md#each-cell-is-answered-once). A database that is away is no failure of the answer.
 */
export async function storeAnswer(ctx: JobCtx, known: Known, call: PlannedCall, answer: Kept): Promise<void> {
  const { cost, tries, lost } = answer
  pay(known.budget, call.engineId, { cost: cost ?? 0, lost })
  try {
    await writeAnswer(ctx, known, call, answer).catch((error: unknown) => {
      if (error instanceof DatabaseAway) throw error
      return writeAnswer(ctx, known, call, answer)
    })
  } catch (error) {
    ctx.signal.throwIfAborted()
    if (error instanceof DatabaseAway) throw error
    ctx.log.error({ err: error, runId: known.run.id, engineId: call.engineId }, 'an answer could not be stored')
    await store(ctx, known, call, { state: 'error', error_code: 'bad_response' }, { attempts: tries, cost, lost })
  }
}

async function writeAnswer(ctx: JobCtx, known: Known, call: PlannedCall, answer: Kept): Promise<void> {
  const { brands, site } = known
  const { lost } = answer
  const citations = [...given(answer.cited, 'cited'), ...given(answer.retrieved, 'retrieved')]
  const reading = readAnswer({ id: '', text: answer.text, citations }, brands)
  await ctx.write(async ({ db }) => {
    const cell = {
      ...cellOf(known, call),
      state: answer.state,
      error_code: answer.errorCode,
      text: answer.text,
      search_queries: [...answer.searchQueries],
      searched: answer.searched,
      searches: answer.searches,
      model_served: answer.servedModel && visibleText(answer.servedModel),
      latency_ms: answer.latencyMs,
      input_tokens: answer.usage.inputTokens,
      output_tokens: answer.usage.outputTokens,
      cost: answer.cost,
      observed_at: ctx.now(),
      raw_hash: answer.rawHash,
      terms_key: brands.terms.key,
    }
    const [answerId] = await storeCells(db, known, [cell], { attempts: answer.tries, cost: answer.cost, lost })
    if (answerId !== undefined && answer.state === 'ok') await storeReadings(db, [{ ...reading, answerId }], { site })
    await unmark(db, known, call)
    await db
      .updateTable('asv_engine')
      .set({ fault: null, last_ok_at: sql<Date>`now()` })
      .where('id', '=', call.engineId)
      .execute()
  })
}

/** Calls that were made, what they cost (null: nobody knows), and what else they can have cost at most. */
type Made = { attempts: number; cost: number | null; lost: number }

type Outcome = Pick<NewAnswer, 'state'> & { error_code: string | null }

/** Stores what came of a cell without an answer. */
export async function store(
  ctx: JobCtx,
  known: Known,
  call: PlannedCall,
  outcome: Outcome,
  made: Made = { attempts: 0, cost: 0, lost: 0 },
): Promise<void> {
  await ctx.write(async ({ db }) => {
    await storeCells(db, known, [{ ...cellOf(known, call), ...outcome, observed_at: ctx.now() }], made)
    await unmark(db, known, call)
  })
}

/** Notes before a call that it is made, and what it can cost at most. */
export async function markCall(ctx: JobCtx, { run }: Known, call: PlannedCall, most: number): Promise<void> {
  const place = {
    run_id: run.id,
    engine_id: call.engineId,
    prompt_id: call.promptId,
    prompt_version: call.promptVersion,
    sample_no: call.sampleNo,
  }
  await ctx.write(({ db }) =>
    db
      .insertInto('asv_call')
      .values({ ...place, attempt: ctx.attempt, most })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

type Db = Parameters<Parameters<JobCtx['write']>[0]>[0]['db']

async function unmark(db: Db, { run }: Known, call: PlannedCall): Promise<void> {
  await db
    .deleteFrom('asv_call')
    .where('run_id', '=', run.id)
    .where('engine_id', '=', call.engineId)
    .where('prompt_id', '=', call.promptId)
    .where('prompt_version', '=', call.promptVersion)
    .where('sample_no', '=', call.sampleNo)
    .execute()
}

function given(sources: readonly WebSource[], kind: 'cited' | 'retrieved'): GivenCitation[] {
  return sources.map(({ url, domain, title }) => ({ url, title, kind, ...(domain === null ? {} : { domain }) }))
}
