import type { Refusal } from '#kernel/errors.ts'
import type { TenantTransaction } from '#platform/database/tenant.ts'

import { type Answer, doneAnswer, refusedAnswer } from './answer.ts'
import { recordInsert } from './audit.ts'
import type { Step, Trace } from './call.ts'
import { asRehearsed, checkResult, showsSecret, withoutShownOnce } from './check.ts'
import type { Effects } from './contexts.ts'
import { answerUpdate } from './idempotency.ts'
import type { Kit } from './kit.ts'
import { located } from './not-found.ts'
import { isRecorded, recordOf, statusOfRefusal } from './record.ts'

/** The outcome of a change; without `effects` it has set nothing in motion. */
export type Done = { answer: Answer; effects?: Effects }

type Result = Record<string, unknown>

/** What a handler returned, by the output schema, redacted. */
export function checked(kit: Kit, step: Step, given: unknown): Result {
  const result = checkResult(step.op, given, kit)
  if (step.envelope.dryRun) return asRehearsed(step.op, result)
  return shows(step) ? result : withoutShownOnce(step.op, result)
}

/**
 * Commits a change together with the answer to its key and its record. A rehearsal is rolled back, and its record has a
 * transaction of its own.
 */
export function commit(
  kit: Kit,
  step: Step,
  { tx, result, effects }: { tx: TenantTransaction; result: Result; effects: Effects },
): Done {
  const answer = succeeded(step, result)
  if (step.envelope.dryRun) {
    tx.discard()
    return { answer }
  }
  settle(kit, step, { tx, answer, outcome: { status: 'succeeded', result } })
  return { answer, effects }
}

/** Keeps a refusal as the answer to the call's key, with its record. */
export function commitRefusal(
  kit: Kit,
  step: Step,
  { tx, refusal }: { tx: TenantTransaction; refusal: Refusal },
): Done {
  const answer = refused(step, refusal)
  settle(kit, step, { tx, answer, outcome: { status: statusOfRefusal(refusal, true), code: refusal.code } })
  return { answer }
}

type Settled = { tx: TenantTransaction; answer: Answer; outcome: Parameters<typeof recordOf>[2] }

function settle(kit: Kit, step: Step, { tx, answer, outcome }: Settled): void {
  const kept = step.key === undefined ? [] : [answerUpdate(tx.db, step.key.binding, answer)]
  if (isRecorded(step)) tx.lastly(recordInsert(tx.db, recordOf(step, kit.now(), outcome), kept))
  else for (const write of kept) tx.lastly(write)
}

export function succeeded({ op, call, envelope: { dryRun } }: Step, result: Result): Answer {
  return doneAnswer({ operation: op.name, requestId: call.requestId, dryRun, showsSecret: shows({ op, call }) }, result)
}

export function refused({ call, op, envelope }: Trace, refusal: Refusal): Answer {
  const known = op !== undefined && envelope !== undefined
  return refusedAnswer(known ? located(refusal, { op, input: envelope.input }) : refusal, call.requestId)
}

/**
 * A secret is shown once, to a person: agents never see one, so their answers can be stored and sent again. An address that is
 * made for others is shown to them, too, and its answer is not stored.
 */
export function shows({ op, call }: Pick<Step, 'op' | 'call'>): boolean {
  return (call.door === 'app' || op.showsAgents === true) && showsSecret(op)
}
