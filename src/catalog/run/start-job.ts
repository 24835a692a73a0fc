import { sql } from 'kysely'
import type { z } from 'zod'

import type { Actor } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import { newId, type RequestId } from '#kernel/ids.ts'
import type { Job, StartedJob } from '#kernel/job.ts'

const pollAfterMs = 500

/** Writes a job in the open transaction: it runs when its cause commits, and never without it (jobs.md#the-row-is-the-job). */
export async function startJob<I extends z.ZodObject>(
  db: Writer,
  job: Job<string, I>,
  { input, actor, requestId, inMs = 0 }: { input: z.input<I>; actor: Actor; requestId: RequestId; inMs?: number },
): Promise<StartedJob> {
  const jobId = newId('job')
  await db
    .insertInto('job')
    .values({
      id: jobId,
      kind: job.name,
      queue: job.queue,
      scope: job.scope,
      input: JSON.stringify(job.input.parse(input)),
      steps: JSON.stringify((job.steps ?? []).map((name) => ({ name, state: 'queued' }))),
      actor: JSON.stringify(actor),
      user_id: actor.userId,
      request_id: requestId,
      ...(inMs === 0 ? {} : { due_at: sql<Date>`clock_timestamp() + ${inMs} * interval '1 millisecond'` }),
    })
    .execute()
  return { jobId, state: 'queued', pollAfterMs }
}
