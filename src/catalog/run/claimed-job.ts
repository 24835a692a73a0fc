import { sql } from 'kysely'

import type { Actor } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import type { JobId, RequestId } from '#kernel/ids.ts'
import type { JobError, JobOutcome, JobStep } from '#kernel/job.ts'

/** A job in the hands of a worker, as its row had it. `attempt` is the worker's right to write to it. */
export type ClaimedJob = {
  id: JobId
  kind: string
  attempt: number
  /** How many of its tries are used up, this one included. */
  tries: number
  createdAt: Date
  input: unknown
  actor: Actor
  requestId: RequestId
  steps: JobStep[]
  /** What finished steps gave, by their name. */
  checkpoints: Record<string, unknown>
}

/** Takes a job that has not ended, using up one of its tries; undefined: there is nothing to do. */
export async function claimJob(db: Writer, jobId: string): Promise<ClaimedJob | undefined> {
  const row = await db
    .updateTable('job')
    .set({
      state: 'running',
      attempt: sql<number>`attempt + 1`,
      tries: sql<number>`tries + 1`,
      started_at: sql<Date>`coalesce(started_at, clock_timestamp())`,
      updated_at: sql<Date>`clock_timestamp()`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .returning(['kind', 'attempt', 'tries', 'created_at', 'input', 'actor', 'request_id', 'steps', 'checkpoints'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: jobId as JobId,
    kind: row.kind,
    attempt: row.attempt,
    tries: row.tries,
    createdAt: row.created_at,
    input: row.input,
    actor: row.actor as Actor,
    requestId: row.request_id as RequestId,
    steps: row.steps as JobStep[],
    checkpoints: row.checkpoints as Record<string, unknown>,
  }
}

/** Locks the row of a job; false: another attempt has it, or it has ended. */
export async function holdJob(db: Writer, { id, attempt }: ClaimedJob): Promise<boolean> {
  const held = await db
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempt', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** `done`: from 0 to 1. */
export async function setProgress(db: Writer, { id }: ClaimedJob, done: number): Promise<void> {
  await change(db, id, { progress: Math.min(1, Math.max(0, done)) })
}

/** Notes how far a step is. */
export async function setStep(db: Writer, claimed: ClaimedJob, step: JobStep): Promise<void> {
  const known = claimed.steps.some(({ name }) => name === step.name)
  claimed.steps = known ? claimed.steps.map((one) => (one.name === step.name ? step : one)) : [...claimed.steps, step]
  const done = claimed.steps.filter((one) => one.state === 'succeeded').length
  await change(db, claimed.id, {
    steps: JSON.stringify(claimed.steps),
    progress: done / claimed.steps.length,
  })
}

/** Adds one result to those that a later attempt takes over. */
export async function addCheckpoint(
  db: Writer,
  { id }: ClaimedJob,
  { key, given }: { key: string; given: unknown },
): Promise<void> {
  const added = JSON.stringify({ [key]: given ?? null })
  await change(db, id, { checkpoints: sql`checkpoints || ${added}::text::jsonb` })
}

export async function finishJob(db: Writer, { id }: ClaimedJob, { result, state }: JobOutcome): Promise<void> {
  await end(db, id, { state: state ?? 'succeeded', result: JSON.stringify(result), error: null, progress: 1 })
}

export async function failJob(db: Writer, { id, steps }: ClaimedJob, error: JobError): Promise<void> {
  const failed = steps.map((one) => (one.state === 'running' ? { ...one, state: 'failed' as const } : one))
  await end(db, id, { state: 'failed', error: JSON.stringify(error), steps: JSON.stringify(failed) })
}

/** The job waits for its next attempt. `isUntried`: this one counts for nothing. */
export async function giveJobBack(db: Writer, { id, tries }: ClaimedJob, { isUntried }: { isUntried: boolean }) {
  await change(db, id, { state: 'queued', tries: isUntried ? tries - 1 : tries })
}

// Nothing takes up what has ended: what its parts gave is in the result.
async function end(db: Writer, id: string, values: Record<string, unknown>): Promise<void> {
  const ended = { checkpoints: '{}', finished_at: sql`clock_timestamp()`, version: sql`version + 1` }
  await change(db, id, { ...values, ...ended })
}

async function change(db: Writer, id: string, values: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('job')
    .set({ ...values, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
