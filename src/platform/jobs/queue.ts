import { AsyncLocalStorage } from 'node:async_hooks'

import { CompiledQuery } from 'kysely'
import type { PgBoss } from 'pg-boss'

import type { Writer } from '#kernel/database.ts'
import { type JobTicket, type QueueName, queueNames } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** A ticket that this worker has for now. */
export type Taken = { id: string; retryCount: number; ticket: JobTicket }

export type Queue = {
  /** Hands on what the outbox holds, in one transaction: a row is in the queue or in the outbox, never in both or neither. */
  dispatch(): Promise<number>
  /** Takes up to `limit` tickets, of an organization only while all nodes together have fewer than `perOrganization` of it. */
  take(queue: QueueName, limit: number, has: { perOrganization: number }): Promise<Taken[]>
  /** Says that the worker still has them. */
  touch(queue: QueueName, taken: readonly Taken[]): Promise<void>
  done(queue: QueueName, taken: Taken): Promise<void>
  /** Gives a ticket back: it comes again after a pause that grows. */
  again(queue: QueueName, taken: Taken): Promise<void>
  stop(): Promise<void>
}

/** Seconds without a sign of life after which a ticket goes to another worker. */
const heartbeatSeconds = 20
const batch = 500
/** The row of a job says when it ends, never its ticket: one that ended before would leave the job waiting for ever. */
const untilTheJobEnds = { retryLimit: 1_000_000_000, retentionSeconds: 10 * 365 * 24 * 3600 }

/**
 * The queue of a worker: pg-boss on the same database (data.md 6). Its tables are made by a migration; its queues here, at
 * start, never in a request. On the embedded engine the process that opens it is the only one: what an earlier process had
 * taken is given back at once, elsewhere when its sign of life is overdue.
 */
export async function openQueue({ database, log }: { database: TenantDatabase; log: Log }): Promise<Queue> {
  const { PgBoss } = await import('pg-boss')
  const { backend } = database
  const inside = new AsyncLocalStorage<Writer>()
  const pool = backend.pools.system.pg

  async function executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    const db = inside.getStore()
    if (db !== undefined) return db.getExecutor().executeQuery(CompiledQuery.raw(text, values ?? []))
    const result = await pool.query(text, values)
    return { rows: [result].flat().flatMap(({ rows }) => rows ?? []) }
  }

  const boss: PgBoss = new PgBoss({
    db: { executeSql },
    schema: 'pgboss',
    backend: backend.kind === 'pglite' ? 'pglite' : 'postgres',
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    bamIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
  })
  boss.on('error', (error: unknown) => log.warn({ err: error }, 'job queue'))
  await boss.start()
  for (const name of queueNames) {
    const options = { retryDelay: 2, retryBackoff: true, retryDelayMax: 600 }
    await boss.createQueue(name, { ...options, heartbeatSeconds, expireInSeconds: 6 * 3600, deleteAfterSeconds: 3600 })
  }
  if (backend.kind === 'pglite')
    await executeSql(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)

  return {
    dispatch: () =>
      database.asSystem((db) =>
        inside.run(db, async () => {
          const rows = await takeFromOutbox(db)
          for (const name of queueNames) {
            const own = rows.filter(({ queue }) => queue === name)
            if (own.length > 0) await boss.insert(name, own.map(insertOf))
          }
          return rows.length
        }),
      ),
    async take(queue, limit, { perOrganization }) {
      const jobs = await boss.fetch<JobTicket>(queue, {
        batchSize: limit,
        includeMetadata: true,
        groupConcurrency: perOrganization,
      })
      return jobs.map(({ id, retryCount, data }) => ({ id, retryCount, ticket: data }))
    },
    async touch(queue, taken) {
      if (taken.length > 0) await boss.touch(queue, taken.map(attemptOf))
    },
    async done(queue, taken) {
      await boss.complete(queue, attemptOf(taken))
    },
    async again(queue, taken) {
      await boss.fail(queue, attemptOf(taken))
    },
    stop: () => boss.stop({ graceful: false, close: false }),
  }
}

type OutboxRow = { organization_id: string; queue: string; payload: unknown }

async function takeFromOutbox(db: Writer): Promise<OutboxRow[]> {
  return db
    .deleteFrom('outbox')
    .where('id', 'in', (query) =>
      query.selectFrom('outbox').select('id').orderBy('created_at').orderBy('id').limit(batch).forUpdate().skipLocked(),
    )
    .returning(['organization_id', 'queue', 'payload'])
    .execute()
}

function insertOf({ organization_id: organizationId, payload }: OutboxRow) {
  return { data: { organizationId, ...(payload as object) }, group: { id: organizationId }, ...untilTheJobEnds }
}

function attemptOf({ id, retryCount }: Taken) {
  return { id, retryCount }
}
