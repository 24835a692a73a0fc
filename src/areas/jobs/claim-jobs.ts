import { type RawBuilder, sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { openJobStates } from '#kernel/job.ts'
import type { JobTicket, QueueName } from '#kernel/job.ts'

type Wanted = {
  queue: QueueName
  limit: number
  /** Jobs of one organization and queue that all workers together run at once. */
  perOrganization: number
  /** What this worker knows how to do. */
  kinds: readonly string[]
  /** The organization whose turn was last, '' for none: the ones after it come first. */
  after: string
}

/** Seconds without a sign of life after which a job goes to another worker (jobs.md#the-row-is-the-job). */
const leaseSeconds = 20
/** How long a job waits for a worker that knows its kind (jobs.md#what-is-tried-again). */
const unknownFor = sql`interval '1 day'`

// Conditions compare with statement_timestamp(), so that an index serves them, and name the states as the indexes do.
const isOpen = sql`state in (${sql.join(openJobStates.map((state) => sql.lit(state)))})`
const nextSign = sql<Date>`clock_timestamp() + ${sql.lit(leaseSeconds)} * interval '1 second'`

/** Whether workers run fewer jobs of the organization than they may: what a dead one has left no longer counts. */
const hasRoom = (organizationId: RawBuilder<unknown>, { queue, perOrganization }: Wanted) =>
  sql`${perOrganization} > (select count(*) from app.job where job.organization_id = ${organizationId}
    and job.queue = ${queue} and job.state = 'running' and job.due_at > statement_timestamp())`

const isKnown = (kinds: readonly string[]) =>
  sql`(kind = any(${[...kinds]}::text[]) or created_at < statement_timestamp() - ${unknownFor})`

/** What becomes of a row when a worker takes the job: the attempt is its right to write, and a try is used up. */
export const claimed = {
  state: 'running',
  due_at: nextSign,
  attempt: sql<number>`attempt + 1`,
  tries: sql<number>`tries + 1`,
  version: sql<number>`version + 1`,
  started_at: sql<Date>`coalesce(started_at, clock_timestamp())`,
  updated_at: sql<Date>`clock_timestamp()`,
} as const

/**
 * Takes due jobs of all organizations for a worker, one of each organization whose turn it is, in the order of
 * jobs.md#organizations-take-turns. Where it takes fewer than `limit`, the same call may take more.
 */
export async function claimJobs(db: Writer, wanted: Wanted): Promise<JobTicket[]> {
  const { after, limit } = wanted
  const next = await lockTurns(db, wanted, sql`organization_id > ${after}`)
  const missing = limit - next.length
  const wrapped =
    missing > 0 && after !== ''
      ? await lockTurns(db, { ...wanted, limit: missing }, sql`organization_id <= ${after}`)
      : []
  const organizationIds = [...next, ...wrapped]
  if (organizationIds.length === 0) return []
  const tickets = await take(db, wanted, organizationIds)
  return tickets.toSorted(
    (a, b) => organizationIds.indexOf(a.organizationId) - organizationIds.indexOf(b.organizationId),
  )
}

// From one organization to the next by the index, however many jobs each of them has. Another worker that takes jobs of an
// organization right now keeps its turn.
async function lockTurns(db: Writer, wanted: Wanted, isInRange: RawBuilder<unknown>): Promise<string[]> {
  const { queue, kinds, limit } = wanted
  const step = (previous: RawBuilder<unknown>) =>
    sql`(select organization_id from app.job where ${previous} and ${isInRange} and ${isOpen} order by organization_id limit 1)`
  const { rows } = await sql<{ id: string }>`
    with recursive turn (party) as (
      select ${step(sql`true`)}
      union all
      select ${step(sql`organization_id > turn.party`)} from turn where turn.party is not null)
    select party as id from turn
      cross join lateral (select from app.job where organization_id = party and queue = ${queue} and ${isOpen}
        and due_at <= statement_timestamp() and ${isKnown(kinds)} limit 1) as due
    where party is not null and ${hasRoom(sql`party`, wanted)}
      and pg_try_advisory_xact_lock(hashtext(${queue}), hashtext(party))
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

// A statement of its own, once the turns are locked: it sees what every earlier worker took.
async function take(db: Writer, wanted: Wanted, organizationIds: readonly string[]): Promise<JobTicket[]> {
  const { queue, kinds } = wanted
  const values = Object.entries(claimed).map(([column, value]) => sql`${sql.id(column)} = ${value}`)
  const { rows } = await sql<JobTicket>`
    with due as materialized (
      select found.organization_id, found.id
      from unnest(${[...organizationIds]}::text[]) as turn (party) cross join lateral (
        select organization_id, id from app.job
        where organization_id = turn.party collate "C" and queue = ${queue} and ${isOpen}
          and due_at <= statement_timestamp() and ${isKnown(kinds)}
        order by due_at, id limit 1 for update skip locked) as found
      where ${hasRoom(sql`turn.party collate "C"`, wanted)})
    update app.job set ${sql.join(values)} from due
    where job.organization_id = due.organization_id and job.id = due.id
    returning job.organization_id as "organizationId", job.id as "jobId", attempt`.execute(db)
  return rows
}

/** When the first job that a worker of these kinds can take is due; null: there is none. */
export function nextJob(kinds: readonly string[]): RawBuilder<unknown> {
  return sql`select due_at from app.job where ${isOpen} and ${isKnown(kinds)} order by due_at limit 1`
}

/** Whether a job of another organization waits for a place in this queue. */
export async function doOthersWait(
  db: Reader,
  { queue, organizationId }: { queue: QueueName; organizationId: string },
): Promise<boolean> {
  const { rows } = await sql<{ wait: boolean }>`select exists (select from app.job
    where queue = ${queue} and ${isOpen} and state = 'queued' and due_at <= statement_timestamp()
      and organization_id <> ${organizationId}) as wait`.execute(db)
  return rows[0]?.wait === true
}

/** Says that the worker still has them. */
export async function keepJobs(db: Writer, tickets: readonly JobTicket[]): Promise<void> {
  await sql`update app.job j set due_at = ${nextSign} from ${ticketTable(tickets)}
    where j.organization_id = t.organization_id collate "C" and j.id = t.id collate "C"
      and j.attempt = t.attempt and j.state = 'running'`.execute(db)
}

/** Makes due again what workers took before a time and have not finished, where all of them are known to be gone. */
export async function releaseJobs(db: Writer, { takenBefore }: { takenBefore: Date }): Promise<void> {
  await sql`update app.job set due_at = clock_timestamp()
    where state = 'running' and due_at < ${takenBefore}::timestamptz + ${sql.lit(leaseSeconds)} * interval '1 second'`.execute(
    db,
  )
}

function ticketTable(tickets: readonly JobTicket[]) {
  const columns = [
    tickets.map(({ organizationId }) => organizationId),
    tickets.map(({ jobId }) => jobId),
    tickets.map(({ attempt }) => attempt),
  ]
  const [organizationIds, ids, attempts] = columns
  return sql`unnest(${organizationIds}::text[], ${ids}::text[], ${attempts}::int[]) as t (organization_id, id, attempt)`
}
