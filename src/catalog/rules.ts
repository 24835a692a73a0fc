import type { Writer } from '#kernel/database.ts'
import { requireFeature } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import { type AnyOperation, confirmationOf, idempotencyOf } from '#kernel/operation.ts'

import type { Call, Step } from './call.ts'
import { exclusionOf } from './excluded.ts'
import { scopeObjection } from '#kernel/scope-objection.ts'
import { objection, suspension } from './permit.ts'

/** Name -> operation. Excluded procedures exist in the web application alone (D-12, D-20). */
export function find(operations: ReadonlyMap<string, AnyOperation>, { operation, door }: Call): AnyOperation {
  const op = operations.get(operation)
  if (op !== undefined && (op.excluded === undefined || door === 'app')) return op
  const exclusion = door === 'app' ? undefined : exclusionOf(operation, op)
  if (exclusion !== undefined) {
    throw new Refusal(
      'operation_excluded',
      `${operation} is not an agent operation (${exclusion.category}). A person does it here: ${exclusion.instead}`,
      exclusion,
    )
  }
  throw new Refusal('unknown_operation', 'There is no operation of this name. listOperations lists them.')
}

/** Scopes within the role's ceiling as of now, the minimum role, a suspended organization, elevation. */
export function permit(op: AnyOperation, { access, door }: Call, now: Date): void {
  const refusal = suspension(access) ?? objection(op, access, door)
  if (refusal !== undefined) throw refusal
  if (op.elevated === true && !(access.elevatedUntil !== null && access.elevatedUntil > now)) {
    throw new Refusal('elevation_required', 'Enter your password again to do this.')
  }
}

/** A scope that only this input needs (D-14). */
export function requireForInput({ op, input, call }: Step): void {
  if (op.confirm?.when(input) !== true || op.confirm.alsoNeeds === undefined) return
  const refusal = scopeObjection(op.confirm.alsoNeeds, call.access)
  if (refusal !== undefined) throw refusal
}

/** What the plan must open. */
export function entitle({ op, call }: Step): void {
  if (op.requires !== undefined) requireFeature(call.access.organization.plan, op.requires)
}

/** The confirmation that risk, scope or input ask for (D-14); a dry run needs none. */
export function confirm(step: Step): void {
  const { op, envelope, input } = step
  const byInput = op.confirm?.when(input) === true
  if (byInput) step.effectiveRisk = 'publish'
  const isAsked = byInput || confirmationOf(op) === 'always'
  if (isAsked && !envelope.confirm && !envelope.dryRun) throw confirmationRequired(op)
}

/** A key where the operation cannot do without. */
export function requireKey({ op, envelope }: Step): void {
  if (idempotencyOf(op) !== 'required' || envelope.dryRun || envelope.idempotencyKey !== undefined) return
  throw new Refusal(
    'idempotency_key_required',
    'This operation needs an idempotency key: repeat the call with one stable value per intended change.',
    {
      operation: op.name,
      wouldDo: op.summary,
      howToFix: 'Repeat the call with an idempotency key, or with "dryRun": true to see what would change.',
    },
  )
}

/** The confirmation that the stored record asks for: decided in the transaction, on the locked row. */
export async function confirmStored(step: Step, db: Writer): Promise<void> {
  const { op, call, input, envelope } = step
  const demand = (await op.confirm?.whenStored?.(db, input, call.access)) ?? false
  if (demand === false) return
  const scope = demand === 'scope' ? op.confirm?.alsoNeeds : undefined
  const refusal = scope === undefined ? undefined : scopeObjection(scope, call.access)
  if (refusal !== undefined) throw refusal
  step.effectiveRisk = 'publish'
  if (!envelope.confirm && !envelope.dryRun) throw confirmationRequired(op)
}

function confirmationRequired(op: AnyOperation): Refusal {
  return new Refusal('confirmation_required', `${op.name} needs "confirm": true. Nothing was changed.`, {
    operation: op.name,
    wouldDo: op.summary,
    ...(op.confirm === undefined ? {} : { confirmationRule: op.confirm.rule }),
    howToFix: 'Repeat the call with "confirm": true, or with "dryRun": true to see what would change.',
  })
}
