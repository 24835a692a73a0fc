import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import type { Config } from '#platform/config/config.ts'
import { listSnapshots } from '#platform/database/embedded/snapshot.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** What waits in the whole installation. Ages are in seconds, 0 where nothing waits. */
export type Backlog = {
  /** How long the oldest job has been due, by queue. */
  jobs: Record<string, number>
  /** The oldest message that was not delivered yet. */
  outbox: number
  /** Messages that were given up within a day. */
  exhausted: number
  /** The oldest audit record that is not sealed yet. */
  audit: number
}

/** What the disk of this process has. */
export type Place = {
  freeBytes: number
  /** Seconds since the newest daily snapshot; undefined for a server, and before the first one. */
  snapshotAge: number | undefined
}

/** Asks the database, as background work does. */
export async function readBacklog(database: Pick<TenantDatabase, 'asSystem'>): Promise<Backlog> {
  const { jobs, ...rest } = await database.asSystem(readRow)
  return { jobs: { quick: 0, bulk: 0, ...jobs }, ...rest }
}

async function readRow(db: Writer): Promise<Omit<Backlog, 'jobs'> & { jobs: Record<string, number> | null }> {
  const age = (moment: string) =>
    sql.raw(`coalesce(greatest(extract(epoch from clock_timestamp() - ${moment}), 0), 0)::float8`)
  const { rows } = await sql<Omit<Backlog, 'jobs'> & { jobs: Record<string, number> | null }>`select
    (select jsonb_object_agg(queue, age) from (
      select queue, ${age('min(due_at)')} as age from app.job
      where state in ('queued', 'running') and due_at <= statement_timestamp() group by queue) as late) as jobs,
    (select ${age('min(created_at)')} from app.delivery where next_attempt_at is not null or lease_until is not null) as outbox,
    (select count(*)::int from app.delivery where state = 'exhausted' and finished_at > statement_timestamp() - interval '1 day')
      as exhausted,
    (select ${age('min(first.created_at)')} from auth.organizations o
      left join lateral (select last_id from app.audit_seal s where s.organization_id = o.id order by n desc limit 1) as seal on true
      cross join lateral (select created_at from app.audit_record r
        where r.organization_id = o.id and r.id > coalesce(seal.last_id, '') order by r.id limit 1) as first) as audit`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The database does not say what waits')
  return row
}

export async function readPlace({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): Promise<Place> {
  const { bavail, bsize } = await statfs(existingPart(dataDir))
  const snapshots = database.url === null ? await listSnapshots(join(dataDir, 'snapshots')) : []
  const last = snapshots.findLast(({ name }) => name.endsWith('-daily'))
  return {
    freeBytes: bavail * bsize,
    snapshotAge: last === undefined ? undefined : (Date.now() - last.takenAt.getTime()) / 1000,
  }
}

/** The folder, or the nearest above it: a node on a server with nothing to keep makes none. */
function existingPart(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingPart(dirname(path))
}
