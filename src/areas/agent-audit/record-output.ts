import { z } from 'zod'

import { approvalStates } from '#areas/approvals/index.ts'
import { maskCredentials } from '#kernel/credential-text.ts'
import { recordTypes } from '#kernel/journal.ts'
import { risks } from '#kernel/risk.ts'
import { answered, id, iso, jsonObject, timestamp } from '#kernel/schema.ts'
import { isObject } from '#std/objects.ts'

import { type AuditRecord, callStatuses, credentialTypes, interfaces } from './records.ts'

/** A record of the audit log in an answer. */
export const recordOutput = z.object({
  id: id('auditRecord'),
  operation: z.string(),
  credentialType: z.enum(credentialTypes),
  credentialId: z.string().optional(),
  requiredScope: z.string().optional(),
  risk: z.enum(risks).optional(),
  effectiveRisk: z.enum(risks).optional().describe('Above risk when it had to be confirmed'),
  status: z.enum(callStatuses),
  approvalState: z
    .enum(approvalStates)
    .optional()
    .describe('Of a waiting call: what became of the request; used: it was approved and ran'),
  sentence: z.string().describe('What it did, in plain words'),
  object: z
    .object({ type: z.string(), id: z.string(), title: z.string().optional() })
    .optional()
    .describe('The record that it is about'),
  code: z.string().optional().describe('Why the call was refused or failed'),
  requestId: z.string(),
  clientRequestId: z.string().optional().describe('X-Request-Id that the caller sent'),
  startedAt: timestamp(),
  finishedAt: timestamp(),
  durationMs: z.int(),
  confirmed: z.boolean(),
  occurrences: z.int().describe('Throttled calls of a key in a minute count as one'),
  actorUserId: id('user').optional(),
  actorName: z.string().optional().describe('The name of this person, while a member'),
  clientName: z.string().optional(),
  interface: z.enum(interfaces),
  protocol: z.string().optional().describe('Version of the protocol, for agents'),
  clientVersion: z.string().optional().describe('Client program, by its own claim'),
  traceId: z.string().optional().describe('W3C Trace Context'),
  idempotencyKeyHash: z.string().optional(),
  replayOf: z.string().optional().describe('The request whose answer was replayed'),
  effects: z
    .array(
      z.object({
        type: z.enum(recordTypes),
        id: z.string(),
        title: z.string(),
        from: z.int().nullable().describe('Revision before; null: it was created'),
        to: z.int().nullable().describe('Revision that it wrote; null: it was removed'),
      }),
    )
    .describe('The revisions that the call wrote'),
  revertedBy: z.string().optional().describe('Request that took it back, or a part'),
  note: z.string().optional().describe('Why it was done, in the words of the caller'),
  inputSummary: jsonObject(),
  resultSummary: jsonObject(),
})

/** A record as every answer shows it. */
export function describeRecord(record: AuditRecord): z.input<typeof recordOutput> {
  return answered(
    recordOutput,
    withoutNulls({
      id: record.id,
      operation: record.operation,
      credentialType: record.credential_type,
      // That of a session is nobody else's matter.
      credentialId: ['api_key', 'oauth'].includes(record.credential_type) ? record.credential_id : null,
      requiredScope: record.scope,
      risk: record.risk,
      effectiveRisk: record.effective_risk,
      status: record.status,
      approvalState: record.approval_state,
      sentence: record.sentence ?? `Called ${record.operation}`,
      object: objectIn(record.object),
      code: record.code,
      requestId: record.request_id,
      clientRequestId: record.client_request_id,
      startedAt: iso(record.created_at),
      finishedAt: iso(record.finished_at),
      durationMs: Math.max(0, record.finished_at.getTime() - record.created_at.getTime()),
      confirmed: record.confirmed,
      occurrences: record.occurrences,
      actorUserId: record.user_id,
      actorName: record.actor_name,
      clientName: record.client_name,
      interface: record.interface,
      protocol: record.protocol,
      clientVersion: record.client_version,
      traceId: record.trace_id,
      idempotencyKeyHash: record.idempotency_key_hash,
      replayOf: record.replay_of,
      // What was written before titles were masked is masked here.
      effects: (record.effects ?? []).map((effect) => ({ ...effect, title: maskCredentials(effect.title) })),
      revertedBy: record.reverted_by,
      note: record.note,
      inputSummary: record.input_summary,
      resultSummary: deepWithoutNulls(record.result_summary),
    }),
  )
}

// What a record does not have is left out.
function withoutNulls<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as T
}

// The records that a result shows are copies: what they lack is left out as well.
function deepWithoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([, part]) => part !== null)
  return Object.fromEntries(entries.map(([name, part]) => [name, deepWithoutNulls(part)]))
}

function objectIn(stored: unknown): object | null {
  return isObject(stored) && typeof stored['id'] === 'string' ? stored : null
}
