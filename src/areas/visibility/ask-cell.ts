import { askModel } from '#areas/models/index.ts'
import type { JobCtx } from '#kernel/job.ts'
import { ModelFault } from '#kernel/model.ts'

import { askedModel, isNotConfigured } from './engine-access.ts'
import type { EngineRow } from './engines.ts'
import type { Known, Question } from './known-run.ts'
import type { PlannedCall } from './plan-run.ts'
import { giveBack, mostOf, takeMoney } from './run-budget.ts'
import { markCall, store, storeAnswer, storeFault } from './store-cell.ts'

type Answered = Awaited<ReturnType<typeof askModel>>

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
