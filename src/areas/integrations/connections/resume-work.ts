import { sql } from 'kysely'

import { heldPauseMs, patienceMs } from '#areas/integrations/copies/push-pace.ts'
import { wakeJobs, wakeJobsOn } from '#areas/jobs/index.ts'
import type { Writer } from '#kernel/database.ts'

/** What waited for a credential or a target goes on now: deliveries, and jobs that name the integration. */
export async function resumeWork(db: Writer, integrationId: string): Promise<void> {
  const rows = await db
    .updateTable('delivery')
    .set({ next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('integration_id', '=', integrationId)
    .where('finished_at', 'is', null)
    .where('next_attempt_at', 'is not', null)
    .returning('job_id')
    .execute()
  await wakeJobs(db, [...new Set(rows.flatMap(({ job_id: jobId }) => jobId ?? []))])
  await wakeJobsOn(db, { field: 'integrationId', id: integrationId })
}

/**
 * How long work waits whose credential was just refused: not for a person who renewed it while the request with the former one was on
 * its way.
 */
export async function waitForCredential(db: Writer, integrationId: string): Promise<number> {
  const { state } = await db
    .selectFrom('integration')
    .select('state')
    .where('id', '=', integrationId)
    .executeTakeFirstOrThrow()
  return state === 'connected' || state === 'degraded' ? heldPauseMs : patienceMs
}
