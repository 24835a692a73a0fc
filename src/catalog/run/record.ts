import { type Code, detailOf, type Refusal } from '#kernel/errors.ts'
import { type AnyOperation, isChange } from '#kernel/operation.ts'

import type { CallRecord } from './audit.ts'
import { objectOf } from './audited-object.ts'
import type { Trace } from './call.ts'
import type { StoredAnswer } from './idempotency.ts'
import { choicesOf, type Deed } from './sentence.ts'
import { summarise } from './summary.ts'

type Outcome = {
  status: CallRecord['status']
  code?: string
  result?: Record<string, unknown>
  replayOf?: string
  occurrences?: number
}

/** The audit record of a call, made from what is known of it (audit.md#one-record-per-call). */
export function recordOf(trace: Trace, finishedAt: Date, outcome: Outcome): CallRecord {
  const { call, op, envelope, effectiveRisk, alsoNeeded, approval } = trace
  const { status, result } = outcome
  return {
    operation: call.operation,
    interface: call.door,
    access: call.access,
    requestId: call.requestId,
    clientRequestId: call.clientRequestId,
    agent: call.agent,
    startedAt: call.startedAt,
    finishedAt,
    scope: op?.scope ?? null,
    risk: op?.risk ?? null,
    effectiveRisk: effectiveRisk ?? op?.risk ?? null,
    status,
    code: outcome.code ?? null,
    confirmed: envelope?.confirm === true,
    idempotencyKey: envelope?.idempotencyKey,
    replayOf: outcome.replayOf ?? null,
    occurrences: outcome.occurrences ?? 1,
    ...(trace.note === undefined ? {} : { note: trace.note }),
    inputSummary: op === undefined || envelope === undefined ? {} : inputSummary(op, envelope),
    ...(op === undefined ? {} : told(op, trace, status === 'waiting' ? trace.rehearsed : result)),
    resultSummary: {
      ...(op === undefined || result === undefined ? {} : summarise(op.output, result)),
      ...approval,
      ...(alsoNeeded === undefined ? {} : { alsoNeeded }),
    },
  }
}

/** What the sentence of a record says, and the record that it is about. A change of none is about the organization. */
function told(op: AnyOperation, { call, envelope, object: known }: Trace, result: Record<string, unknown> | undefined) {
  const input = envelope?.input ?? {}
  const { id, name } = call.access.organization
  const deed: Deed = {
    doing: chosenTitle(op, input),
    startsJob: op.startsJob === true && typeof result?.['jobId'] === 'string',
    isRehearsal: envelope?.dryRun === true,
    with: choicesOf(op.input, input, result),
  }
  const object = objectOf(op, { input, result }, known)
  // Whose organization it is needs no words, and what only reads it is about nothing.
  if (object === undefined && isChange(op)) return { deed, object: { type: 'organization', id, title: name } }
  return object === undefined ? { deed } : { deed, object }
}

/** The title of a call with this input; of what is no input of it, that of the operation. */
export function chosenTitle({ title, titleOf, input: schema }: AnyOperation, input: unknown): string {
  const parsed = titleOf === undefined ? undefined : schema.safeParse(input)
  return parsed?.success === true ? (titleOf?.(parsed.data) ?? title) : title
}

// A call that may not be made, or not like this, is rejected wherever that turns out (audit.md#rejected-or-failed).
const alwaysRejected: ReadonlySet<Code> = new Set<Code>([
  'validation_failed',
  'insufficient_scope',
  'role_forbidden',
  'elevation_required',
  'idempotency_in_progress',
])

/** How a call ended that has no result: `waiting` for a person, `failed` once it was executing, `rejected` before. */
export function statusOfRefusal(refusal: Refusal, executing: boolean): 'failed' | 'rejected' | 'waiting' {
  const { code, status } = refusal
  if (code === 'confirmation_required' && detailOf(refusal, 'approvalId') !== undefined) return 'waiting'
  return status >= 500 || (executing && !alwaysRejected.has(code)) ? 'failed' : 'rejected'
}

/** The record of a replay names the request whose answer was sent again. */
export function replayRecord(trace: Trace, finishedAt: Date, stored: StoredAnswer): CallRecord {
  return recordOf(trace, finishedAt, { status: 'replayed', replayOf: stored.requestId })
}

/** Whether a call leaves a record: the web application's reads and its own state do not (audit.md#one-record-per-call). */
export function isRecorded({ call, op }: Trace): boolean {
  if (call.unrecorded === true) return false
  return call.door !== 'app' || (op !== undefined && isRecordedInApp(op))
}

/** Whether calls of an operation by the web application leave records. */
export function isRecordedInApp(op: AnyOperation): boolean {
  return isChange(op) && op.excluded !== 'ui_only_state'
}

function inputSummary(op: NonNullable<Trace['op']>, { input, dryRun }: NonNullable<Trace['envelope']>) {
  return { ...summarise(op.input, input), ...(dryRun ? { dryRun: true } : {}) }
}
