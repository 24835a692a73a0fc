import { expressionBuilder, sql } from 'kysely'
import type { z } from 'zod'

import type { Actor } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId, type RequestId } from '#kernel/ids.ts'
import { openJobStates, type Job, type StartedJob } from '#kernel/job.ts'
import type { Tables } from '#kernel/tables.ts'
import { keysOf } from '#std/objects.ts'

const pollAfterMs = 500

type Started<I extends z.ZodObject> = {
  input: z.input<I>
  actor: Actor
  requestId: RequestId
  inMs?: number
  /** So many jobs of the organization may wait or run, this one included; undefined: any number. */
  mostOpen?: number
}

/**
 * Writes a job in the open transaction: it runs when its cause commits, and never without it (jobs.md#the-row-is-the-job). Calls at the
 * same time may pass `mostOpen` together. Errors: 429 `rate_limited`.
 */
export async function startJob<I extends z.ZodObject>(
  db: Writer,
  job: Job<string, I>,
  { input, actor, requestId, inMs = 0, mostOpen }: Started<I>,
): Promise<StartedJob> {
  const jobId = newId('job')
  const row = {
    id: sql<string>`${jobId}::text`,
    kind: sql<string>`${job.name}::text`,
    queue: sql<string>`${job.queue}::text`,
    scope: sql<string>`${job.scope}::text`,
    input: sql<unknown>`${JSON.stringify(job.input.parse(input))}::jsonb`,
    steps: sql<unknown>`${JSON.stringify((job.steps ?? []).map((name) => ({ name, state: 'queued' })))}::jsonb`,
    actor: sql<unknown>`${JSON.stringify(actor)}::jsonb`,
    user_id: sql<string>`${actor.userId}::text`,
    request_id: sql<string>`${requestId}::text`,
    due_at: inMs === 0 ? sql<Date>`now()` : sql<Date>`clock_timestamp() + ${inMs} * interval '1 millisecond'`,
  }
  const values = db.selectNoFrom(keysOf(row).map((name) => sql`${row[name]}`.as(name)))
  const { numInsertedOrUpdatedRows: written = 0n } = await db
    .insertInto('job')
    .columns(keysOf(row))
    .expression(mostOpen === undefined ? values : values.where(openJobs(mostOpen), '<', mostOpen))
    .executeTakeFirstOrThrow()
  if (written === 0n && mostOpen !== undefined) throw tooMany(mostOpen)
  return { jobId, state: 'queued', pollAfterMs }
}

function openJobs(most: number) {
  const open = expressionBuilder<Tables>()
    .selectFrom('job')
    .select('id')
    .where('state', 'in', openJobStates)
    .limit(most)
  return expressionBuilder<Tables>()
    .selectFrom(open.as('open'))
    .select(sql<number>`count(*)`.as('count'))
}

function tooMany(most: number): Refusal {
  const message = `${most.toLocaleString('en')} jobs of this organization wait or run already. Nothing was changed. Wait until some have ended, or cancel some with cancelJob.`
  return new Refusal('rate_limited', message, undefined, { retryAfter: 60 })
}
