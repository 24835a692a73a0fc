import type { Writer } from '#kernel/database.ts'
import type { JobWrites } from '#kernel/job.ts'
import { journalOf, journalWrites } from '#kernel/journal.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { type ClaimedJob, lockClaimed } from './claimed-job.ts'

/** Thrown in a transaction of a worker that no longer has its job: nothing of it is kept. */
export class Fenced extends Error {}

/** A transaction of a job, as its actor, that only the latest attempt of a running job commits (jobs.md#attempts-fence). */
export function fenced<T>(
  database: TenantDatabase,
  { organizationId, claimed }: { organizationId: string; claimed: ClaimedJob },
  work: (db: Writer, savepoint: JobWrites['savepoint']) => Promise<T>,
): Promise<T> {
  const { userId, credentialId } = claimed.actor
  return database.forOrganization(
    { organizationId, userId, credentialId },
    'write',
    async ({ db, savepoint, lastly }) => {
      if (!(await lockClaimed(db, claimed))) throw new Fenced()
      journalOf(db).note = claimed.note
      const given = await work(db, savepoint)
      const { actor, requestId } = claimed
      for (const write of journalWrites(db, { actor, requestId, now: new Date() })) lastly(write)
      return given
    },
  )
}
