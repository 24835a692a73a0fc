import { exclusionOf } from '#catalog/excluded.ts'
import type { Writer } from '#kernel/database.ts'
import { requireFeature } from '#kernel/entitlement.ts'
import { type Code, Refusal } from '#kernel/errors.ts'
import {
  type AnyOperation,
  confirmationOf,
  countsAsPublication,
  countsAsStored,
  furtherScope,
  idempotencyOf,
} from '#kernel/operation.ts'
import { scopeObjection } from '#kernel/scope-objection.ts'
import { nearest } from '#std/nearest.ts'

import type { Call, Step } from './call.ts'
import { keyReused } from './idempotency.ts'
import { objection } from './permit.ts'
import { requireElevation } from './refusals.ts'

/** What a call would do, in the form of a dry run, or the code that it would be refused with. */
export type Forecast = { effect: Record<string, unknown> } | { wouldFailWith: Code }

/** Thrown for a call that lacks its confirmation or its key: the refusal (428) says what the call would do. */
export class Incomplete extends Error {
  readonly refuse: (forecast: Forecast) => Refusal

  constructor(refuse: (forecast: Forecast) => Refusal) {
    super()
    this.refuse = refuse
  }
}

/** The operation of a name. Excluded procedures exist only in the web application (calls.md#exposed-or-excluded). */
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
  throw new Refusal('unknown_operation', `There is no operation with this name.${proposal(operations, operation)}`)
}

function proposal(operations: ReadonlyMap<string, AnyOperation>, name: string): string {
  const exposed = [...operations.values()].flatMap((op) => (op.excluded === undefined ? [op.name] : []))
  const meant = nearest(name, exposed)
  return `${meant === undefined ? '' : ` Did you mean "${meant}"?`} listOperations lists them.`
}

/** Scopes within the role's ceiling as they are now, the minimum role, a suspended organization, elevation. */
export function permit(op: AnyOperation, { access, door }: Pick<Call, 'access' | 'door'>, now: Date): void {
  const refusal = objection(op, access, door)
  if (refusal !== undefined) throw refusal
  if (op.elevated === true) requireElevation(access.elevatedUntil, now)
}

/** A scope that only this input needs (calls.md#confirmation-is-derived). */
export function requireForInput(step: Step): void {
  const { op, input } = step
  if (op.confirm?.when(input) === true) requireFurther(step)
}

/** What the plan must include. */
export function entitle({ op, call }: Step): void {
  if (op.requires !== undefined) requireFeature(call.access.organization.plan, op.requires)
}

/** The confirmation that risk, scope or input ask for (calls.md#confirmation-is-derived); a dry run needs none. */
export function confirm(step: Step): void {
  const { op, envelope, input } = step
  const byInput = op.confirm?.when(input) === true
  if (byInput) step.effectiveRisk = op.confirm?.risk ?? 'publish'
  else if (op.risk === 'write' && countsAsPublication(op, input)) step.effectiveRisk = 'publish'
  const isAsked = byInput || confirmationOf(op) === 'always'
  if (isAsked && !envelope.confirm && !envelope.dryRun) throw unconfirmed(op)
}

/** A key where the operation requires one, and never one that belongs to another call. */
export function requireKey({ op, envelope, key }: Step): void {
  if (key?.isReused === true) throw keyReused()
  if (idempotencyOf(op) !== 'required' || envelope.dryRun || envelope.idempotencyKey !== undefined) return
  throw new Incomplete(
    (forecast) =>
      new Refusal(
        'idempotency_key_required',
        'This operation needs an idempotency key: repeat the call with one stable value per intended change.',
        {
          operation: op.name,
          wouldDo: op.summary,
          ...forecast,
          howToFix: howToFix(forecast, 'Repeat the call with an idempotency key.'),
        },
      ),
  )
}

/** The confirmation that the stored record asks for, and what the call counts as by it: decided in the transaction, on the locked row. */
export async function confirmStored(step: Step, db: Writer): Promise<void> {
  const { op, call, input, envelope } = step
  if (op.counts !== undefined && (await op.counts.whenStored(db, input))) step.effectiveRisk = op.counts.as
  if (mayWait(call) && (await countsAsStored(op, db, input))) step.isPublication = true
  const demand = (await op.confirm?.whenStored?.(db, input, call.access)) ?? false
  if (demand === false) return
  if (demand === 'scope') requireFurther(step)
  step.effectiveRisk = op.confirm?.risk ?? 'publish'
  if (!envelope.confirm && !envelope.dryRun) throw unconfirmed(op)
}

const mayWait = ({ access: { actor, organization } }: Step['call']) =>
  actor.kind === 'agent' && organization.approvalRisks.length > 0

function requireFurther(step: Step): void {
  const scope = furtherScope(step.op, step.input)
  if (scope === undefined) return
  step.alsoNeeded = scope
  const refusal = scopeObjection(scope, step.call.access)
  if (refusal !== undefined) throw refusal
}

function unconfirmed(op: AnyOperation): Incomplete {
  return new Incomplete(
    (forecast) =>
      new Refusal('confirmation_required', `${op.name} needs "confirm": true. Nothing was changed.`, {
        ...promised(op),
        ...forecast,
        howToFix: howToFix(forecast, 'Repeat the call with "confirm": true.'),
      }),
  )
}

/** What every 428 says about its operation, besides the effect of this very call. */
export function promised({ name, summary, confirm: rule }: AnyOperation) {
  return { operation: name, wouldDo: summary, ...(rule === undefined ? {} : { confirmationRule: rule.rule }) }
}

function howToFix(forecast: Forecast, step: string): string {
  if ('effect' in forecast) return step
  return `It would be refused with ${forecast.wouldFailWith}: "dryRun": true shows why. Fix that first. ${step}`
}
