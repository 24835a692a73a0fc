import { createHash } from 'node:crypto'

import { confirmationOf, countsAsPublication } from '#kernel/operation.ts'
import { type ApprovalRisk, approvalRisks, type Risk } from '#kernel/risk.ts'
import type { Scope } from '#kernel/scope.ts'
import { canonicalJson } from '#std/json.ts'

import type { Step } from './call.ts'

/** Whether the organization wants a person to approve this call: by its risk, as a write, or as a change of members. */
export function needsPerson(step: Step): boolean {
  const { op, call, envelope } = step
  const { actor, organization } = call.access
  if (actor.kind !== 'agent' || envelope.dryRun || op.risk === 'read') return false
  return waitsUnder(step).some((risk) => organization.approvalRisks.includes(risk))
}

/** The values of a policy under which a call waits; of an organization that names any of them. */
export function waitsUnder(step: Step): ApprovalRisk[] {
  const risk = riskOf(step)
  return approvalRisks.filter((named) => {
    if (named === 'publish' && (step.isPublication === true || countsAsPublication(step.op, step.input))) return true
    if (named === 'member_changes') return step.op.changesMembers === true
    return named === 'write' || named === risk
  })
}

/** The risk that a call has for approvals. A change to the settings of an integration counts as what it touches: the outside. */
export function riskOf({ op, effectiveRisk }: Step): Risk {
  const risk = effectiveRisk ?? op.risk
  return risk === 'write' && confirmationOf(op) === 'always' ? 'external' : risk
}

/** The scopes that this very call needs. */
export function scopesOf({ op, alsoNeeded }: Step): Scope[] {
  return [op.scope, alsoNeeded].filter((scope) => scope !== undefined && scope !== null)
}

/** The input of a call, with its key if it has one: a call with another key is another call. No key has a blank. */
export function callHash({ envelope }: Step, key: string | null = envelope.idempotencyKey ?? null): Buffer {
  const input = canonicalJson(envelope.input)
  return createHash('sha256')
    .update(key === null ? input : `${key} ${input}`)
    .digest()
}
