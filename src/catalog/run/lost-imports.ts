import { sql } from 'kysely'

import { importActor } from '#areas/exchange/index.ts'
import type { Writer } from '#kernel/database.ts'
import { type OrganizationId, storedId } from '#kernel/ids.ts'

import { writeRecord } from './audit.ts'

type Wanted = {
  organizationId: OrganizationId
  /** What wrote later may still be at it. */
  before: Date
  /** How many at most. */
  limit: number
}

type Lost = { requestId: string; userId: string; from: Date; to: Date }

/**
 * Writes the records of imports of the transaction's organization whose process was killed before it could: what no record names
 * (audit.md#lost-imports-are-recorded). Of two nodes that do it at once, the second finds nothing. Returns how many.
 */
export async function recordLostImports(db: Writer, { organizationId, before, limit }: Wanted): Promise<number> {
  await sql`select auth.lock_organization()`.execute(db)
  // Few calls have no record: who made their changes is asked of those alone.
  const { rows } = await sql<Lost>`
    with unrecorded as materialized (
      select request_id, min(created_at) as "from", max(created_at) as "to" from app.audit_effect
      where created_at > now() - interval '7 days'
        and not exists (select from app.audit_record a where a.request_id = audit_effect.request_id)
      group by request_id having max(created_at) < ${before})
    select u.request_id as "requestId", min(coalesce(i.user_id, r.user_id)) as "userId", u."from", u."to"
    from unrecorded u join app.audit_effect e on e.request_id = u.request_id
    left join app.item_revision i on e.type = 'item' and i.item_id = e.record_id and i.n = e.n
    left join app.record_revision r on r.type = e.type and r.record_id = e.record_id and r.n = e.n
    where coalesce(i.credential_id, r.credential_id) = 'import'
    group by u.request_id, u."from", u."to"
    limit ${limit}`.execute(db)
  for (const lost of rows) await writeRecord(db, recordOf(lost, organizationId))
  return rows.length
}

function recordOf({ requestId, userId, from, to }: Lost, id: OrganizationId): Parameters<typeof writeRecord>[1] {
  return {
    operation: 'importItems',
    interface: 'cli',
    deed: { doing: 'Import items' },
    access: { actor: importActor(storedId('user', userId)), organization: { id } },
    requestId,
    clientRequestId: undefined,
    startedAt: from,
    finishedAt: to,
    scope: null,
    risk: 'external',
    effectiveRisk: 'external',
    status: 'failed',
    code: 'cancelled',
    confirmed: false,
    idempotencyKey: undefined,
    replayOf: null,
    occurrences: 1,
    inputSummary: {},
    resultSummary: {},
    note: 'Its process was ended before it was done. What it had written is kept: run it again to continue.',
  }
}
