import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import { idsComeAfter, timeOfId } from '#kernel/ids.ts'

/**
 * Lets ids of this process come after those of all sealed audit records: a clock that was ahead when they were made, here or on another
 * node, has been set back since (audit.md#ids-outlive-clock-steps).
 */
export async function passSealedIds(db: Writer): Promise<void> {
  const { rows } = await sql<{ id: string | null }>`
    select max(s.last_id) as id from auth.organizations o cross join lateral (
      select last_id from app.audit_seal where organization_id = o.id order by n desc limit 1) s`.execute(db)
  const id = rows[0]?.id
  if (id != null) idsComeAfter(timeOfId(id) + 1)
  await keepUpWithDatabase(db)
}

/** Lets them come after the time of the database, which is the same for every node. Returns that time. */
export async function keepUpWithDatabase(db: Writer): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const now = rows[0]?.now ?? new Date()
  idsComeAfter(now.getTime())
  return now
}
