import { sql } from 'kysely'

import { callerEnded, isOver, openApprovalStates } from '#areas/approvals/index.ts'
import type { Writer } from '#kernel/database.ts'
import { newId, type OrganizationId, storedId } from '#kernel/ids.ts'
import { isObject } from '#std/objects.ts'

import { type CallRecord, writeRecord } from './audit.ts'
import type { AuditObject } from './sentence.ts'

/** The reason in the record of a call that waited too long. No call is answered with it. */
export const approvalExpired = 'approval_expired'

type Wanted = {
  organizationId: OrganizationId
  /** How many at most. */
  limit: number
  /** Only this call. */
  only?: { principal: string; operation: string; input_hash: Buffer }
}

/**
 * Ends the calls of the transaction's organization that nobody decided in time, those that were approved but not repeated,
 * and those whose caller is gone (approvals.md#calls-end-with-their-caller). Each leaves one audit record in the same transaction (approvals.md#expiry-is-a-record): of two nodes that do it
 * at once, the second finds nothing. Returns how many.
 */
export async function expireApprovals(db: Writer, { organizationId, limit, only }: Wanted): Promise<number> {
  let due = db
    .selectFrom('call_approval')
    .select('id')
    .where('state', 'in', openApprovalStates)
    .where(isOver)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
  if (only !== undefined)
    due = due
      .where('principal', '=', only.principal)
      .where('operation', '=', only.operation)
      .where('input_hash', '=', only.input_hash)
  // Locked first: which rows are still due is known once nobody else has them locked.
  const ids = (await due.execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  const rows = await db
    .updateTable('call_approval')
    .set({ state: 'expired', updated_at: sql`now()` })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .returning(['id', 'user_id', 'client_name', 'operation', 'request_id', 'decided_at'])
    .returning(callerEnded.as('caller_ended'))
    .execute()
  const askedBy = await recordsOf(
    db,
    rows.map(({ request_id: requestId }) => requestId),
  )
  for (const row of rows) await writeRecord(db, recordOf(row, organizationId, askedBy.get(row.request_id)))
  return rows.length
}

type Row = {
  id: string
  user_id: string
  client_name: string | null
  operation: string
  request_id: string
  decided_at: Date | null
  caller_ended: boolean
}
type Asking = Awaited<ReturnType<typeof findRecords>>[number]

async function recordsOf(db: Writer, requestIds: readonly string[]): Promise<Map<string, Asking>> {
  return new Map((await findRecords(db, requestIds)).map((record) => [record.request_id, record]))
}

function findRecords(db: Writer, requestIds: readonly string[]) {
  return db
    .selectFrom('audit_record')
    .select(['request_id', 'interface', 'scope', 'risk', 'effective_risk', 'input_summary', 'object'])
    .where('request_id', '=', sql<string>`any(${requestIds})`)
    .execute()
}

/** The record says what the asking call said, and that it was Masthead that ended it. */
function recordOf(row: Row, organizationId: OrganizationId, asked: Asking | undefined): CallRecord {
  const now = new Date()
  const userId = storedId('user', row.user_id)
  return {
    operation: row.operation,
    interface: (asked?.interface ?? 'rest') as CallRecord['interface'],
    access: {
      actor: { kind: 'system', userId, credentialType: 'system', credentialId: userId, clientName: row.client_name },
      organization: { id: organizationId },
    },
    requestId: newId('request'),
    clientRequestId: undefined,
    startedAt: now,
    finishedAt: now,
    scope: asked?.scope ?? null,
    risk: asked?.risk ?? null,
    effectiveRisk: asked?.effective_risk ?? null,
    status: 'rejected',
    code: approvalExpired,
    confirmed: true,
    idempotencyKey: undefined,
    replayOf: null,
    occurrences: 1,
    deed: { doing: `Get a person's approval of ${row.operation} in time` },
    ...objectKept(asked?.object),
    inputSummary: (asked?.input_summary ?? {}) as Record<string, unknown>,
    resultSummary: {
      approvalId: row.id,
      askedBy: row.request_id,
      wasApproved: row.decided_at !== null,
      callerEnded: row.caller_ended,
    },
  }
}

function objectKept(stored: unknown): { object?: AuditObject } {
  if (!isObject(stored) || typeof stored['type'] !== 'string' || typeof stored['id'] !== 'string') return {}
  const { type, id, title } = stored
  return { object: { type, id, ...(typeof title === 'string' ? { title } : {}) } }
}
