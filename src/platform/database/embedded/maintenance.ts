import { setTimeout as sleep } from 'node:timers/promises'

import { askedAs } from '#kernel/asked.ts'
import type { Log } from '#kernel/log.ts'
import type { DatabasePool } from '#platform/database/pool.ts'

export type MaintenanceOptions = {
  pool: DatabasePool
  /** Runs a statement that may take long, without ending the engine. */
  withoutLimit: <T>(work: () => Promise<T>) => Promise<T>
  log: Log
  /** Time between two rounds, in ms; 15 s by default. */
  every?: number
}

export type Maintenance = {
  /** One round now: whatever is due, while the connection is idle. Returns what it did. */
  run(): Promise<string[]>
  stop(): Promise<void>
}

/** Bytes of WAL, or ms with writes, after which a checkpoint is due. */
const walBytes = 64 * 1024 * 1024
const walAge = 5 * 60_000
const gapEvery = 20
const tablesAtOnce = 20

/** Does what a server's checkpointer and autovacuum do (database.md#the-engine-is-maintained). */
export function startMaintenance({ pool, withoutLimit, log, every = 15_000 }: MaintenanceOptions): Maintenance {
  let checkpointed: Checkpoint | undefined
  let round: Promise<string[]> | undefined
  const stopping = new AbortController()

  const isStopped = () => stopping.signal.aborted
  const isIdle = () => pool.load().waiting === 0 && pool.load().idle === pool.load().total
  const mayWork = () => !isStopped() && isIdle()

  const work = async () => {
    const done: string[] = []
    if (!mayWork()) return done
    const wal = await readWal(pool)
    checkpointed ??= { wal, at: performance.now() }
    if (isDue(checkpointed, wal)) {
      await withoutLimit(() => pool.use((connection) => connection.send('CHECKPOINT')))
      checkpointed = { wal: await readWal(pool), at: performance.now() }
      done.push('checkpoint')
    }
    // After a bulk load, many tables are due at once, and until they are done their plans are those of empty tables.
    for (let table = 0; table < tablesAtOnce && mayWork(); table++) {
      const due = await dueTable(pool)
      if (due === undefined || done.includes(due)) break
      await withoutLimit(() => pool.use((connection) => connection.send(due)))
      done.push(due)
    }
    for (const what of done) log.debug({ what }, 'database maintained')
    return done
  }

  const run = () => {
    round ??= askedAs({ party: 'maintenance', rank: 'background' }, work).finally(() => {
      round = undefined
    })
    return round
  }
  // A bulk load leaves gaps between its transactions: the round waits for one.
  const inGap = async () => {
    for (let waited = 0; waited < every && !isStopped() && !isIdle(); waited += gapEvery)
      await sleep(gapEvery, undefined, { ref: false })
    return isStopped() ? [] : run()
  }
  const timer = setInterval(() => {
    inGap().catch((error: Error) => log.warn({ error: error.message }, 'database maintenance failed'))
  }, every)
  timer.unref()

  return {
    run,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await round?.catch(() => undefined)
    },
  }
}

type Checkpoint = { wal: number; at: number }

/** Without writes nothing is due: a checkpoint itself writes a little WAL, which the next round discounts. */
function isDue(last: Checkpoint, wal: number): boolean {
  const written = wal - last.wal
  return written >= walBytes || (written > 0 && performance.now() - last.at >= walAge)
}

/** Bytes of WAL written so far. */
async function readWal(pool: DatabasePool): Promise<number> {
  const { rows } = await pool.use((connection) =>
    connection.query<{ bytes: number }>("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes"),
  )
  return rows[0]?.bytes ?? 0
}

/**
 * The maintenance of the neediest table: VACUUM (ANALYZE) with more than 1,000 dead rows plus a tenth of all, or as many
 * new or changed ones since its statistics were taken. It also replaces plans that were cached when the table was small.
 */
async function dueTable(pool: DatabasePool): Promise<string | undefined> {
  return pool.use(async (connection) => {
    // The session keeps its counts for a second, or until told to flush them.
    await connection.send('select pg_stat_force_next_flush()')
    const { rows } = await connection.query<{ statement: string }>(
      `select format('VACUUM (ANALYZE) %I.%I', schemaname, relname) as statement from pg_stat_user_tables
      where n_dead_tup > 1000 + 0.1 * n_live_tup or n_mod_since_analyze > 500 + 0.1 * n_live_tup
      order by n_dead_tup + n_mod_since_analyze desc limit 1`,
    )
    return rows[0]?.statement
  })
}
