import { Refusal } from '#kernel/errors.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { type Step, tenantOf } from './call.ts'
import { withoutShownOnce } from './check.ts'
import type { createContexts } from './contexts.ts'
import type { Forecast } from './rules.ts'

type Parts = {
  database: TenantDatabase
  contexts: ReturnType<typeof createContexts>
  check: (op: AnyOperation, result: unknown) => Record<string, unknown>
}

/** Runs a call without effect, for those who decide about it. */
export function createRehearsal({ database, contexts: { context, prepareContext }, check }: Parts) {
  /** What a call would answer. What it would be refused for is thrown: nobody is asked for what cannot be done. */
  async function rehearse(step: Step): Promise<Record<string, unknown>> {
    const { op, call, input } = step
    const prepared = await op.prepare?.(prepareContext(step, { isRehearsal: true }), input)
    step.executing = true
    const effect = await database.forOrganization(tenantOf(call.access), 'write', async (tx) => {
      tx.discard()
      return withoutShownOnce(op, check(op, await op.handle(context(call, tx.db), input, prepared)))
    })
    step.executing = false
    return effect
  }

  /** What an incomplete call would do. Nothing began: the refusal is one before execution. */
  async function forecast(step: Step): Promise<Forecast> {
    try {
      return { effect: await rehearse(step) }
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) return { wouldFailWith: error.code }
      throw error
    } finally {
      step.executing = false
    }
  }

  return { rehearse, forecast }
}
