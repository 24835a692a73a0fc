import { z } from 'zod'

import { recordTypes } from '#kernel/journal.ts'
import { risks } from '#kernel/risk.ts'
import { answered, id, iso, jsonObject, timestamp } from '#kernel/schema.ts'

import { type AuditRecord, callStatuses, credentialTypes, interfaces } from './records.ts'

/** A record of the audit log in an answer. */
export const recordOutput = z.object({
  id: id('auditRecord'),
  operation: z.string(),
  credentialType: z.enum(credentialTypes),
  requiredScope: z.string().nullable(),
  risk: z.enum(risks).nullable(),
  effectiveRisk: z.enum(risks).nullable().describe('Above risk when a conditional confirmation applied'),
  status: z.enum(callStatuses),
  code: z.string().nullable().describe('Why the call was refused or failed'),
  requestId: z.string(),
  clientRequestId: z.string().nullable().describe('X-Request-Id that the caller sent'),
  startedAt: timestamp(),
  finishedAt: timestamp(),
  durationMs: z.int(),
  confirmed: z.boolean(),
  occurrences: z.int().describe('Throttled calls of one key within a minute are one record'),
  actorUserId: id('user').nullable(),
  clientName: z.string().nullable(),
  interface: z.enum(interfaces),
  protocol: z.string().nullable().describe('Version of the protocol, for agents'),
  clientVersion: z.string().nullable().describe('Client program, by its own claim'),
  traceId: z.string().nullable().describe('W3C Trace Context'),
  idempotencyKeyHash: z.string().nullable(),
  replayOf: z.string().nullable().describe('The request whose answer was replayed'),
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
  revertedBy: z.string().nullable().describe('Request that took it back, wholly or in part'),
  note: z.string().nullable().describe('Why it was done, in the words of the caller'),
  inputSummary: jsonObject(),
  resultSummary: jsonObject(),
})

/** A record as every answer shows it. */
export function describeRecord(record: AuditRecord): z.input<typeof recordOutput> {
  return answered(recordOutput, {
    id: record.id,
    operation: record.operation,
    credentialType: record.credential_type,
    requiredScope: record.scope,
    risk: record.risk,
    effectiveRisk: record.effective_risk,
    status: record.status,
    code: record.code,
    requestId: record.request_id,
    clientRequestId: record.client_request_id,
    startedAt: iso(record.created_at),
    finishedAt: iso(record.finished_at),
    durationMs: Math.max(0, record.finished_at.getTime() - record.created_at.getTime()),
    confirmed: record.confirmed,
    occurrences: record.occurrences,
    actorUserId: record.user_id,
    clientName: record.client_name,
    interface: record.interface,
    protocol: record.protocol,
    clientVersion: record.client_version,
    traceId: record.trace_id,
    idempotencyKeyHash: record.idempotency_key_hash,
    replayOf: record.replay_of,
    effects: record.effects ?? [],
    revertedBy: record.reverted_by,
    note: record.note,
    inputSummary: record.input_summary,
    resultSummary: record.result_summary,
  })
}
