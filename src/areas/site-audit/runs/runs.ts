import { sql } from 'kysely'
import { z } from 'zod'

import type { RunPlan, StoredRobots } from '#areas/site-audit/json-columns.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId, type AuditRunId, storedId } from '#kernel/ids.ts'
import { jobError } from '#kernel/job.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import { escapeLike, searchTerm } from '#std/text.ts'

export const scopes = ['full', 'urls', 'changed'] as const
export type RunScope = (typeof scopes)[number]
const states = ['queued', 'crawling', 'analyzing', 'succeeded', 'failed', 'canceled'] as const
const activeStates = ['queued', 'crawling', 'analyzing'] as const

const columns = [
  'id',
  'job_id',
  'state',
  'scope',
  'truncated',
  'requested',
  'counted',
  'with_errors',
  'issues',
  'health_score',
  'traps',
  'error',
  'started_at',
  'finished_at',
  'version',
  'created_at',
] as const

/** A run in an answer. */
export const runOutput = z.object({
  id: id('auditRun'),
  state: z.enum(states),
  scope: z.enum(scopes),
  jobId: id('job'),
  startedAt: timestamp().nullable(),
  finishedAt: timestamp().nullable(),
  truncated: z.boolean().describe('It reached maxPages'),
  pages: z.object({ requested: z.int(), counted: z.int(), withErrors: z.int() }),
  skipped: z.object({ traps: z.int() }),
  issues: z.object({ error: z.int(), warning: z.int(), notice: z.int(), ignored: z.int() }),
  healthScore: z.int().nullable().describe('0 to 100; full runs only'),
  error: jobError.nullable(),
  version: z.int(),
  createdAt: timestamp(),
})
export type RunOutput = z.input<typeof runOutput>

type Row = Awaited<ReturnType<typeof readRuns>>[number]

export function describeRun(row: Row): RunOutput {
  return {
    id: storedId('auditRun', row.id),
    state: row.state,
    scope: row.scope,
    jobId: storedId('job', row.job_id),
    startedAt: iso(row.started_at),
    finishedAt: iso(row.finished_at),
    truncated: row.truncated,
    pages: { requested: row.requested, counted: row.counted ?? 0, withErrors: row.with_errors ?? 0 },
    skipped: { traps: row.traps },
    issues: row.issues ?? { error: 0, warning: 0, notice: 0, ignored: 0 },
    healthScore: row.health_score,
    error: row.error,
    version: row.version,
    createdAt: iso(row.created_at),
  }
}

async function readRuns(db: Reader, narrow: { ids?: string[]; limit?: number; offset?: number; search?: string }) {
  const { ids, limit = 1, offset = 0, search } = narrow
  return db
    .selectFrom('site_audit_run')
    .select(columns)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .$if(search !== undefined, (query) => query.where(searched(search ?? '')))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

const searched = (search: string) => {
  const term = `%${escapeLike(searchTerm(search))}%`
  return sql<boolean>`(id like ${term} or state like ${term} or scope like ${term} or lower(plan ->> 'startUrl') like ${term})`
}

/** A page of the runs, newest first. */
export async function listRuns(
  db: Reader,
  { page, pageSize, search }: { page: number; pageSize: number; search?: string },
) {
  const { total } = await db
    .selectFrom('site_audit_run')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$if(search !== undefined, (query) => query.where(searched(search ?? '')))
    .executeTakeFirstOrThrow()
  const rows = await readRuns(db, {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...(search === undefined ? {} : { search }),
  })
  return { runs: rows.map(describeRun), total: Number(total) }
}

/** The newest run of all, if there is one. */
export async function lastRun(db: Reader): Promise<RunOutput | null> {
  return (await readRuns(db, { limit: 1 })).map(describeRun)[0] ?? null
}

/** A run by id. Errors: `not_found`. */
export async function getRun(db: Reader, runId: string) {
  const row = await db.selectFrom('site_audit_run').selectAll().where('id', '=', runId).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found', 'There is no such audit run.', { id: runId.slice(0, 200) })
  return row
}

/** The run that is under way, if one is. */
export async function activeRun(db: Reader): Promise<{ id: string; jobId: string } | undefined> {
  const row = await db
    .selectFrom('site_audit_run')
    .select(['id', 'job_id'])
    .where('state', 'in', activeStates)
    .executeTakeFirst()
  return row && { id: row.id, jobId: row.job_id }
}

/** The newest full run that succeeded, before another one where that is named. */
export async function lastFullRun(db: Reader, before?: string): Promise<{ id: string; startedAt: Date } | undefined> {
  const row = await db
    .selectFrom('site_audit_run')
    .select(['id', 'started_at', 'created_at'])
    .where('scope', '=', 'full')
    .where('state', '=', 'succeeded')
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && { id: row.id, startedAt: row.started_at ?? row.created_at }
}

type NewRun = { scope: RunScope; plan: RunPlan; robots: Record<string, StoredRobots> }

export function newRunId(): AuditRunId {
  return newId('auditRun')
}

export async function insertRun(
  db: Writer,
  { runId, jobId, scope, plan, robots }: NewRun & { runId: AuditRunId; jobId: string },
): Promise<void> {
  await db
    .insertInto('site_audit_run')
    .values({
      id: runId,
      job_id: jobId,
      scope,
      state: 'queued',
      plan: JSON.stringify(plan),
      robots: JSON.stringify(robots),
    })
    .execute()
}

/** What changes of a run besides its state. */
export async function changeRun(db: Writer, runId: string, values: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('site_audit_run')
    .set({ ...values, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', runId)
    .execute()
}

export type TrendPoint = { runId: AuditRunId; at: string; healthScore: number }

/** The scores of the last full runs, oldest first. */
export async function healthTrend(db: Reader, limit = 30): Promise<TrendPoint[]> {
  const rows = await db
    .selectFrom('site_audit_run')
    .select(['id', 'finished_at', 'created_at', 'health_score'])
    .where('scope', '=', 'full')
    .where('state', '=', 'succeeded')
    .where('health_score', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed().map((row) => ({
    runId: storedId('auditRun', row.id),
    at: iso(row.finished_at ?? row.created_at),
    healthScore: row.health_score ?? 0,
  }))
}
