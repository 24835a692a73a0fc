import type { Connection } from './connection.ts'
import { advisoryLocks } from './own-schema.ts'

const monthsAhead = 3

/** What every start does as the owner: partitions of the audit log for the coming months (database.md#audit-in-partitions). */
export async function upkeep(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ known: boolean }>(
    `select to_regprocedure('app.make_audit_partitions(integer)') is not null as known`,
  )
  if (rows[0]?.known !== true) return
  await connection.send(
    `BEGIN; SELECT pg_advisory_xact_lock(${advisoryLocks.owner}); SET LOCAL ROLE masthead_owner; CALL app.make_audit_partitions(${monthsAhead}); COMMIT`,
  )
}
