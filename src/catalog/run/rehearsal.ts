import { Refusal } from '#kernel/errors.ts'

import type { Answer } from './answer.ts'
import { ApprovalMissing, askForApproval } from './approval.ts'
import { type Step, tenantOf } from './call.ts'
import { readObject } from './audited-object.ts'
import { asRehearsed, checkResult } from './check.ts'
import { handlerContext, newEffects, prepareContext } from './contexts.ts'
import type { Kit } from './kit.ts'
import { type Forecast, Incomplete } from './rules.ts'

/** A call that lacks its confirmation or its key is rehearsed, and its refusal says what it would do. */
export async function forecastWhereIncomplete(kit: Kit, step: Step, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error
    throw error.refuse(await forecast(kit, step))
  }
}

/** A call that a person must approve first is rehearsed, and waits with what it would do. */
export async function askWhereMissing(kit: Kit, step: Step, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApprovalMissing)) throw error
  }
  const question = { effect: await rehearse(kit, step), baseUrl: kit.baseUrl() }
  throw await kit.database.forOrganization(tenantOf(step.call.access), 'write', (tx) =>
    askForApproval(tx.db, step, question),
  )
}

/** What an incomplete call would do. Nothing began: the refusal is one before execution. */
async function forecast(kit: Kit, step: Step): Promise<Forecast> {
  try {
    return { effect: await rehearse(kit, step) }
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return { wouldFailWith: error.code }
    throw error
  } finally {
    step.executing = false
  }
}

/** What a call would answer. What it would be refused for is thrown: nobody is asked for what cannot be done. */
async function rehearse(kit: Kit, step: Step): Promise<Record<string, unknown>> {
  const { op, call, input } = step
  const prepared = await op.prepare?.(prepareContext(kit, step, { isRehearsal: true }), input)
  step.executing = true
  const effect = await kit.database.forOrganization(tenantOf(call.access), 'write', async (tx) => {
    tx.discard()
    step.object ??= await readObject(tx.db, step)
    const given = await op.handle(handlerContext(kit, step, { db: tx.db, effects: newEffects() }), input, prepared)
    return asRehearsed(op, checkResult(op, given, kit))
  })
  step.executing = false
  step.rehearsed = effect
  return effect
}
