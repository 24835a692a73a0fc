import { sql } from 'kysely'

import { refundCredits } from '#areas/account/index.ts'
import type { Actor } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import type { JobId, RequestId } from '#kernel/ids.ts'
import type { JobEnded, JobError, JobStep, JobTicket } from '#kernel/job.ts'

const longestPause = 600

/** A job that a worker has claimed, as its row was. `attempt` is the worker's right to write to it. */
export type ClaimedJob = {
  id: JobId
  kind: string
  attempt: number
  /** How many of its tries are used up, including this one. */
  tries: number
  input: unknown
  actor: Actor
  requestId: RequestId
  /** That of the call which started it. */
  note: string | null
  steps: JobStep[]
  /** What finished steps returned, by their name. */
  checkpoints: Record<string, unknown>
}

/** Reads and locks what a worker has taken; undefined: another attempt has it, or it has ended. */
export async function findClaimed(db: Writer, { jobId, attempt }: JobTicket): Promise<ClaimedJob | undefined> {
  const row = await db
    .selectFrom('job')
    .select(['kind', 'tries', 'input', 'actor', 'request_id', 'steps', 'checkpoints'])
    .select(
      sql<string | null>`(select a.note from app.audit_record a where a.organization_id = job.organization_id
        and a.request_id = job.request_id and a.note is not null limit 1)`.as('note'),
    )
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .where('attempt', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: jobId as JobId,
    kind: row.kind,
    attempt,
    tries: row.tries,
    input: row.input,
    actor: row.actor as Actor,
    requestId: row.request_id as RequestId,
    note: row.note,
    steps: row.steps as JobStep[],
    checkpoints: row.checkpoints as Record<string, unknown>,
  }
}

/** Locks the row of a job; false: another attempt has it, or it has ended. */
export async function lockClaimed(db: Writer, { id, attempt }: ClaimedJob): Promise<boolean> {
  const locked = await db
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempt', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

/** `done`: from 0 to 1. */
export async function setProgress(db: Writer, { id }: ClaimedJob, done: number): Promise<void> {
  await change(db, id, { progress: Math.min(1, Math.max(0, done)) })
}

/** Notes how far a step has come. */
export async function setStep(db: Writer, claimed: ClaimedJob, step: JobStep): Promise<void> {
  const known = claimed.steps.some(({ name }) => name === step.name)
  claimed.steps = known ? claimed.steps.map((one) => (one.name === step.name ? step : one)) : [...claimed.steps, step]
  const done = claimed.steps.filter((one) => one.state === 'succeeded').length
  await change(db, claimed.id, {
    steps: JSON.stringify(claimed.steps),
    progress: done / claimed.steps.length,
  })
}

/** Stores what is being written, as far as it has come; `isNew`: it does not go on from what is stored. */
export async function setTextSoFar(
  db: Writer,
  { id }: ClaimedJob,
  { text, isNew }: { text: string; isNew: boolean },
): Promise<void> {
  await change(db, id, { text_so_far: text, ...(isNew ? { text_round: sql`text_round + 1` } : {}) })
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

export async function finishJob(db: Writer, { id }: ClaimedJob, { result, state }: JobEnded): Promise<void> {
  await end(db, id, { state: state ?? 'succeeded', result: JSON.stringify(result), error: null, progress: 1 })
}

/** The job has failed: what it reserved goes back. */
export async function failJob(db: Writer, { id, steps }: ClaimedJob, error: JobError): Promise<void> {
  const failed = steps.map((one) => (one.state === 'running' ? { ...one, state: 'failed' as const } : one))
  await end(db, id, { state: 'failed', error: JSON.stringify(error), steps: JSON.stringify(failed) })
  await refundCredits(db, id)
}

/** The job waits for its next attempt, after a pause that grows with its tries: 2 to 4 seconds, then 4 to 8, 10 minutes at most. */
export async function postponeJob(db: Writer, { id, tries }: ClaimedJob): Promise<void> {
  const seconds = Math.min(longestPause, 2 ** Math.min(tries, 16) * (1 + Math.random()))
  await change(db, id, { state: 'queued', due_at: sql`clock_timestamp() + ${seconds} * interval '1 second'` })
}

/** The job goes on after a pause that it chose itself: no try is used up. */
export async function waitJob(db: Writer, { id, tries }: ClaimedJob, ms: number): Promise<void> {
  const due_at = sql`clock_timestamp() + ${Math.max(0, Math.round(ms))} * interval '1 millisecond'`
  await change(db, id, { state: 'queued', due_at, tries: tries - 1 })
}

/** A worker that stops returns the job: another one may begin at once, and this attempt counts for nothing. */
export async function giveJobBack(db: Writer, { id, tries }: ClaimedJob): Promise<void> {
  await change(db, id, { state: 'queued', due_at: sql`clock_timestamp()`, tries: tries - 1 })
}

// Nothing resumes what has ended: what its parts returned is in the result.
async function end(db: Writer, id: string, values: Record<string, unknown>): Promise<void> {
  const ended = { checkpoints: '{}', text_so_far: null, finished_at: sql`clock_timestamp()`, version: sql`version + 1` }
  await change(db, id, { ...values, ...ended })
}

async function change(db: Writer, id: string, values: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('job')
    .set({ ...values, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
