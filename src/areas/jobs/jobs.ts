import { type Selectable, sql } from 'kysely'
import { z } from 'zod'

import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import {
  openJobStates,
  type JobError,
  jobError,
  type JobState,
  jobStates,
  type JobStep,
  stepStates,
} from '#kernel/job.ts'
import { listPage } from '#kernel/list-page.ts'
import { id, iso, jsonObject, timestamp } from '#kernel/schema.ts'
import type { Scope } from '#kernel/scope.ts'
import type { Tables } from '#kernel/tables.ts'

type Row = Selectable<Tables['job']>

/** What a list shows of a job: never what it works with, which may be much. */
const summaryColumns = [
  'id',
  'kind',
  'state',
  'progress',
  'started_at',
  'finished_at',
  'error',
  'request_id',
  'version',
  'created_at',
  'updated_at',
] as const
export type JobSummaryRow = Pick<Row, (typeof summaryColumns)[number]>

const columns = [...summaryColumns, 'scope', 'user_id', 'steps', 'result'] as const
export type JobRow = Pick<Row, (typeof columns)[number]>

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'job.steps': JobStep[]
    'job.error': JobError
    'job.result': Record<string, unknown>
  }
}

/** A job as lists show it. */
export const jobSummary = z.object({
  id: id('job'),
  kind: z.string(),
  state: z.enum(jobStates),
  progress: z.number().describe('0 to 1'),
  startedAt: timestamp().nullable(),
  finishedAt: timestamp().nullable(),
  error: jobError.nullable(),
  requestId: id('request'),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

/** A job with its steps and its result. */
export const jobOutput = jobSummary.extend({
  steps: z.array(z.object({ name: z.string(), state: z.enum(stepStates) })),
  result: jsonObject().nullable().describe('The result of the finished job; each operation says what'),
})

export function summaryOfJob(row: JobSummaryRow): z.input<typeof jobSummary> {
  return {
    id: storedId('job', row.id),
    kind: row.kind,
    state: row.state,
    progress: row.progress,
    startedAt: iso(row.started_at),
    finishedAt: iso(row.finished_at),
    error: row.error,
    requestId: storedId('request', row.request_id),
    version: row.version,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

/** A job for a caller with these scopes: the result is hidden if the caller may not even read the area of the job. */
export function outputOfJob(row: JobRow, scopes: readonly Scope[]): z.input<typeof jobOutput> {
  return {
    ...summaryOfJob(row),
    steps: row.steps,
    result: mayRead(row.scope, scopes) ? row.result : null,
  }
}

/** Whether these scopes allow to read what a job is about. */
export function mayRead(scope: string, scopes: readonly Scope[]): boolean {
  return scopes.some((own) => own.split(':', 1)[0] === scope.split(':', 1)[0])
}

/** Whether nothing more will come of a job in this state. */
export function hasEnded(state: string): boolean {
  return state !== 'queued' && state !== 'running'
}

/** A job by id. Errors: `not_found`. */
export async function findJob(db: Reader, jobId: string): Promise<JobRow> {
  const row = await db.selectFrom('job').select(columns).where('id', '=', jobId).executeTakeFirst()
  if (row === undefined) throw noSuchJob(jobId)
  return row
}

/** The same, locked for the rest of the transaction. */
export async function lockJob(db: Writer, jobId: string): Promise<JobRow> {
  const row = await db.selectFrom('job').select(columns).where('id', '=', jobId).forUpdate().executeTakeFirst()
  if (row === undefined) throw noSuchJob(jobId)
  return row
}

/** The state of a job, for those who look often. Errors: `not_found`. */
export async function stateOf(db: Reader, jobId: string): Promise<JobState> {
  const row = await db.selectFrom('job').select('state').where('id', '=', jobId).executeTakeFirst()
  if (row === undefined) throw noSuchJob(jobId)
  return row.state
}

/** A page of the jobs, newest first. */
export async function listJobRows(
  db: Reader,
  {
    kind,
    states,
    about,
    search,
    page,
    pageSize,
  }: {
    kind?: string | undefined
    states?: readonly JobState[] | undefined
    about?: string | undefined
    search?: string | undefined
    page: number
    pageSize: number
  },
): Promise<{ rows: JobSummaryRow[]; total: number }> {
  const found = db
    .selectFrom('job')
    .$if(kind !== undefined, (some) => some.where('kind', '=', kind ?? ''))
    .$call((some) => (states === undefined ? some : some.where('state', 'in', states)))
    .$if(about !== undefined, (some) =>
      some.where(sql<boolean>`${about ?? ''} in (input ->> 'itemId', input ->> 'topicId')`),
    )
    .$if((search ?? '').trim() !== '', (some) =>
      some.where(sql<boolean>`position(lower(${(search ?? '').trim()}) in lower(kind || ' ' || id)) > 0`),
    )
  return listPage(found, { page, pageSize }, (all) =>
    all.select(summaryColumns).orderBy('created_at', 'desc').orderBy('id', 'desc'),
  )
}

/** Ends a job that is no longer wanted. Its worker notices at its next step, and nothing that it does meanwhile is kept. */
export async function endCanceled(db: Writer, jobId: string): Promise<JobRow> {
  return db
    .updateTable('job')
    .set({
      state: 'canceled',
      text_so_far: null,
      finished_at: sql<Date>`clock_timestamp()`,
      updated_at: sql<Date>`clock_timestamp()`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', jobId)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** How many days a job that has ended is kept (jobs.md#workers-and-retention). */
export const keptDays = 90

/** Removes jobs that ended longer ago. Returns how many, `limit` at most. */
export async function removeOldJobs(db: Writer, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('id', 'in', (query) =>
      query
        .selectFrom('job')
        .select('id')
        .where('finished_at', '<', sql<Date>`now() - ${sql.lit(keptDays)} * interval '1 day'`)
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const noSuchJob = (id: string) => new Refusal('not_found', 'There is no such job.', { id: id.slice(0, 200) })

/** Makes waiting jobs due now: what they waited for is there. */
export async function wakeJobs(db: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('job')
    .set({ due_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .where('state', '=', 'queued')
    .execute()
}

/** Makes waiting jobs due now whose input names a record: what they waited for is there. */
export async function wakeJobsOn(db: Writer, { field, id }: { field: string; id: string }): Promise<void> {
  await db
    .updateTable('job')
    .set({ due_at: sql<Date>`clock_timestamp()` })
    .where(sql<string>`input ->> ${field}`, '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** The waiting or running job of a kind, that works on a record where one is named; undefined: there is none. */
export async function openJob(
  db: Reader,
  { kind, on }: { kind: string; on?: { field: string; id: string } },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', kind)
    .where('state', 'in', openJobStates)
    .$if(on !== undefined, (query) => query.where(sql<string>`input ->> ${on?.field ?? ''}`, '=', on?.id ?? ''))
    .executeTakeFirst()
  return row?.id
}
