import type { Code, Refusal } from '#kernel/errors.ts'
import { isChange } from '#kernel/operation.ts'

import type { CallRecord } from './audit.ts'
import type { Trace } from './call.ts'
import type { StoredAnswer } from './idempotency.ts'
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
  const { call, op, envelope, effectiveRisk, approval } = trace
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
    status: outcome.status,
    code: outcome.code ?? null,
    confirmed: envelope?.confirm === true,
    idempotencyKey: envelope?.idempotencyKey,
    replayOf: outcome.replayOf ?? null,
    occurrences: outcome.occurrences ?? 1,
    inputSummary: op === undefined || envelope === undefined ? {} : inputSummary(op, envelope),
    resultSummary: {
      ...(op === undefined || outcome.result === undefined ? {} : summarise(op.output, outcome.result)),
      ...approval,
    },
  }
}

// A call that may not be made, or not like this, is rejected wherever that turns out (audit.md#rejected-or-failed).
const alwaysRejected: ReadonlySet<Code> = new Set<Code>([
  'validation_failed',
  'insufficient_scope',
  'role_forbidden',
  'elevation_required',
  'idempotency_in_progress',
])

/** How a call ended that has no result: `failed` once it was executing, `rejected` before. */
export function statusOfRefusal({ code, status }: Refusal, executing: boolean): 'failed' | 'rejected' {
  return status >= 500 || (executing && !alwaysRejected.has(code)) ? 'failed' : 'rejected'
}

/** The record of a replay names the request whose answer was sent again. */
export function replayRecord(trace: Trace, finishedAt: Date, stored: StoredAnswer): CallRecord {
  return recordOf(trace, finishedAt, { status: 'replayed', replayOf: stored.requestId })
}

/** Whether a call leaves a record: the web application's reads and its own state do not (audit.md#one-record-per-call). */
export function isRecorded({ call, op }: Trace): boolean {
  if (call.unrecorded === true) return false
  return !(call.door === 'app' && (op === undefined || !isChange(op) || op.excluded === 'ui_only_state'))
}

function inputSummary(op: NonNullable<Trace['op']>, { input, dryRun }: NonNullable<Trace['envelope']>) {
  return { ...summarise(op.input, input), ...(dryRun ? { dryRun: true } : {}) }
}
