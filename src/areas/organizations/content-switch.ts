import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { openJobStates } from '#kernel/job.ts'

/** The job that pushes everything to a CMS and changes the content mode as its last step. */
export const contentSwitch = 'migrateContent'

/**
 * Refuses with `job_running` while the content mode is being switched: the job would override what is set meanwhile. The caller has
 * locked the settings, so that no switch begins after this.
 */
export async function requireNoSwitch(db: Reader): Promise<void> {
  const running = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', contentSwitch)
    .where('state', 'in', openJobStates)
    .limit(1)
    .executeTakeFirst()
  if (running === undefined) return
  throw new Refusal(
    'job_running',
    'The content mode is being switched by a job. Wait for it with getJob, or end it with cancelJob.',
    { jobId: running.id },
  )
}
