import type { z } from 'zod'

import type { Access } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import { newId, type RequestId } from '#kernel/ids.ts'
import type { AnyJob, Job, StartedJob } from '#kernel/job.ts'

const pollAfterMs = 500

/**
 * Writes a job and the row of the outbox that hands it to a worker, in the open transaction: a job runs when its cause
 * commits, and never without it (data.md 6).
 */
export async function startJob<I extends z.ZodObject>(
  db: Writer,
  job: Job<string, I>,
  { input, access, requestId }: { input: z.input<I>; access: Access; requestId: RequestId },
): Promise<StartedJob> {
  const jobId = newId('job')
  await db
    .insertInto('job')
    .values({
      id: jobId,
      kind: job.name,
      scope: job.scope,
      input: JSON.stringify(job.input.parse(input)),
      steps: JSON.stringify((job.steps ?? []).map((name) => ({ name, state: 'queued' }))),
      actor: JSON.stringify(access.actor),
      user_id: access.actor.userId,
      request_id: requestId,
    })
    .execute()
  await queueJob(db, job, jobId)
  return { jobId, state: 'queued', pollAfterMs }
}

async function queueJob(db: Writer, { queue }: AnyJob, jobId: string): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ id: newId('outbox'), queue, payload: JSON.stringify({ jobId }) })
    .execute()
}
