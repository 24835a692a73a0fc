import type { AuditRecord } from '#web/operations.ts'

/** A record of the log, for tests. */
export function record(fields: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id: 'aud_01k9x8f0000000000000000000',
    operation: 'updateItem',
    credentialType: 'session',
    requiredScope: 'content:write',
    risk: 'write',
    effectiveRisk: 'write',
    status: 'succeeded',
    code: null,
    requestId: 'req_01k9x8f0000000000000000000',
    clientRequestId: null,
    startedAt: '2026-05-01T12:00:00.000Z',
    finishedAt: '2026-05-01T12:00:00.020Z',
    durationMs: 20,
    confirmed: false,
    occurrences: 1,
    actorUserId: 'usr_01k9x8f0000000000000000000',
    clientName: null,
    interface: 'app',
    protocol: null,
    clientVersion: null,
    traceId: null,
    idempotencyKeyHash: null,
    replayOf: null,
    effects: [],
    revertedBy: null,
    note: null,
    inputSummary: { id: 'itm_01k9x8f0000000000000000000' },
    resultSummary: {},
    ...fields,
  }
}
