import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Rail } from '#kernel/operation.ts'
import { isObject } from '#std/objects.ts'

import { type Step, tenantOf } from './call.ts'
import type { Kit } from './kit.ts'

/**
 * Refuses an agent's call that makes a guard rail weaker, as a whole and before its confirmation, a rehearsal too
 * (approvals.md#people-loosen-rails). Errors: 403 `operation_excluded`.
 */
export async function guard(kit: Kit, step: Step): Promise<void> {
  if (!asks(step)) return
  await kit.database.organizationStatement(tenantOf(step.call.access), 'write', (db) => guardStored(step, db))
}

/** The same in the transaction of the effect, on the locked rails: somebody may have tightened one meanwhile. */
export async function guardStored(step: Step, db: Writer): Promise<void> {
  const { guard: guarded } = step.op
  if (guarded === undefined || !asks(step)) return
  const stored = await guarded.stored(db)
  const weaker = guarded.rails.filter((rail) => isWeaker(rail, { stored, given: step.input }))
  if (weaker.length === 0) return
  const fields = weaker.map(({ field }) => field)
  throw new Refusal(
    'operation_excluded',
    `Only a person makes a guard rail weaker: ${fields.join(', ')}. Nothing was changed. A person does it here: ${guarded.instead}`,
    { category: 'guard_rail', field: fields[0], fields, instead: guarded.instead },
  )
}

/** Whether the call is an agent's and names a rail that it does not tighten: nothing else needs a look at what is stored. */
function asks({ op, call, input }: Step): boolean {
  return (
    call.access.actor.kind === 'agent' &&
    op.guard?.rails.some(({ field, strict }) => {
      const given = at(input, field)
      return given !== undefined && given !== strict
    }) === true
  )
}

function isWeaker({ field, strict }: Rail, { stored, given }: { stored: object; given: object }): boolean {
  const next = at(given, field)
  return next !== undefined && next !== strict && at(stored, field) === strict
}

function at(value: object, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
}
