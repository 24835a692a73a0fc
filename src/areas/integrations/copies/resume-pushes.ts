import { sql } from 'kysely'

import { wakeJobs } from '#areas/jobs/index.ts'
import type { Writer } from '#kernel/database.ts'

/** What waited for a credential or a target goes on now. */
export async function resumePushes(db: Writer, integrationId: string): Promise<void> {
  const rows = await db
    .updateTable('delivery')
    .set({ next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('integration_id', '=', integrationId)
    .where('finished_at', 'is', null)
    .where('next_attempt_at', 'is not', null)
    .returning('job_id')
    .execute()
  await wakeJobs(db, [...new Set(rows.flatMap(({ job_id: jobId }) => jobId ?? []))])
}
