import { setTimeout as sleep } from 'node:timers/promises'

import { askedAs } from '#kernel/asked.ts'
import type { Log } from '#kernel/log.ts'
import type { Connection } from '#platform/database/connection.ts'
import { DatabaseGone } from '#platform/database/database-gone.ts'
import type { DatabasePool } from '#platform/database/pool.ts'

export type MaintenanceOptions = {
  pool: DatabasePool
  /** Runs a statement that may take long, without ending the engine. */
  withoutLimit: <T>(work: () => Promise<T>) => Promise<T>
  log: Log
  /** Time between two rounds where much is sent, in ms; 5 s by default. Otherwise it is three times as long. */
  every?: number
}

export type Maintenance = {
  /** One round now: whatever is due, while the connection is idle. Returns what it did. */
  run(): Promise<string[]>
  /** One round now: what cannot wait for an idle connection, each in its turn as background work. Returns what it did. */
  insist(): Promise<string[]>
  stop(): Promise<void>
}

/** Statements since the last round from which on tables may have grown. */
const many = 200
/** Bytes of WAL, or ms with writes, after which a checkpoint is due. */
const walBytes = 64 * 1024 * 1024
const walAge = 5 * 60_000
/** Times as much of both where nothing is ever idle. */
const patience = 4
/** How often, and how long, a round looks for a moment in which the connection is idle, in ms. */
const gapEvery = 20
const gapWithin = 1000
/** How long a turn goes on with the next table, in ms: under steady load, the one after it may be seconds away. */
const turnMs = 20

/** Does what a server's checkpointer and autovacuum do (database.md#the-engine-is-maintained). */
export function startMaintenance({ pool, withoutLimit, log, every = 5_000 }: MaintenanceOptions): Maintenance {
  let checkpointed: Checkpoint | undefined
  let round: Promise<string[]> | undefined
  /** Tables whose statistics are of a small sample. */
  const sampled = new Set<string>()
  const steps = stepsOf(log)
  const stopping = new AbortController()

  const isStopped = () => stopping.signal.aborted
  const isIdle = () => pool.load().waiting === 0 && pool.load().idle === pool.load().total

  const work = async (isInsisting: boolean) => {
    const done: string[] = []
    const tried = new Set<string>()
    const mayWork = () => !isStopped() && (isInsisting || isIdle())
    while (mayWork()) {
      // Not while it waits for its turn: it may wait for a statement that the limit has to end.
      const did = await pool.use((connection) => withoutLimit(() => turn(connection, isInsisting, tried)))
      if (did.length === 0) break
      for (const what of did) log.debug({ what }, 'database maintained')
      done.push(...did)
    }
    return done
  }

  /** What is due, for a while; what this round has tried already is left out. */
  const turn = async (connection: Connection, isInsisting: boolean, tried: Set<string>) => {
    const end = performance.now() + turnMs
    const did: string[] = []
    const wal = await readWal(connection)
    checkpointed ??= { wal, at: performance.now() }
    const checkpoint = { what: 'checkpoint', text: 'CHECKPOINT' }
    if (isDue(checkpointed, wal, isInsisting ? patience : 1) && (await steps.attempt(connection, checkpoint, tried))) {
      checkpointed = { wal: await readWal(connection), at: performance.now() }
      did.push('checkpoint')
    }
    for (const due of steps.inOrder(await dueTables(connection, isInsisting ? 'busy' : 'idle', sampled))) {
      if (isStopped() || (did.length > 0 && performance.now() > end)) break
      if (!(await steps.attempt(connection, due, tried))) continue
      if (due.isWhole) sampled.delete(due.table)
      else sampled.add(due.table)
      did.push(due.what)
    }
    return did
  }

  const begin = (isInsisting: boolean) => {
    round ??= askedAs({ party: 'maintenance', rank: 'background' }, () => work(isInsisting)).finally(() => {
      round = undefined
    })
    return round
  }
  // A bulk load leaves gaps between its transactions, and the round waits for one. Under steady load there is none.
  const inGap = async () => {
    const end = performance.now() + gapWithin
    while (performance.now() < end && !isStopped() && !isIdle()) await sleep(gapEvery, undefined, { ref: false })
    return isStopped() ? [] : begin(!isIdle())
  }
  let isLooking = false
  const isEarly = earlyTicks(pool)
  const timer = setInterval(() => {
    if (isLooking || isEarly()) return
    isLooking = true
    inGap()
      .catch((error: Error) => log.warn({ error: error.message }, 'database maintenance failed'))
      .finally(() => (isLooking = false))
  }, every)
  timer.unref()

  return {
    run: () => begin(false),
    insist: () => begin(true),
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await round?.catch(() => undefined)
    },
  }
}

type Step = { what: string; text: string }

/** Takes steps of rounds: one that fails is named in the log, and the next ones have their turn. */
function stepsOf(log: Log) {
  /** What failed in its last try, and was reported. */
  const failing = new Set<string>()
  /** What ended the engine: this process does not try it again. */
  const fatal = new Set<string>()

  return {
    /** What failed comes last: some failures end the connection, and the round with it. */
    inOrder: <T extends Step>(due: readonly T[]): T[] =>
      due.toSorted((a, b) => Number(failing.has(a.what)) - Number(failing.has(b.what))),
    /** One step, once in a round. Whether it succeeded. */
    async attempt(connection: Connection, { what, text }: Step, tried: Set<string>): Promise<boolean> {
      if (tried.has(what) || fatal.has(what)) return false
      tried.add(what)
      try {
        await connection.send(text)
        failing.delete(what)
        return true
      } catch (error) {
        if (!(error instanceof Error)) throw error
        if (!failing.has(what)) log.warn({ what, error: error.message }, 'database maintenance failed')
        failing.add(what)
        if (error instanceof DatabaseGone && error.reason === 'aborted') fatal.add(what)
        if (error instanceof DatabaseGone) throw error
        // It may have failed within a transaction.
        await connection.send('ROLLBACK')
        return false
      }
    },
  }
}

/** Tells of each tick whether it is too early for a round: little was sent since the last one, which is less than three ticks ago. */
function earlyTicks(pool: Pick<DatabasePool, 'sent'>): () => boolean {
  let [seen, passed] = [pool.sent().statements, 0]
  return () => {
    const { statements } = pool.sent()
    if (statements - seen < many && ++passed < 3) return true
    seen = statements
    passed = 0
    return false
  }
}

type Checkpoint = { wal: number; at: number }

/** Without writes nothing is due: a checkpoint itself writes a little WAL, which the next round discounts. */
function isDue(last: Checkpoint, wal: number, times: number): boolean {
  const written = wal - last.wal
  return written >= walBytes * times || (written > 0 && performance.now() - last.at >= walAge * times)
}

/** Bytes of WAL written so far. */
async function readWal(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes",
  )
  return rows[0]?.bytes ?? 0
}

/** What is to be done with one table: VACUUM (ANALYZE), or statistics of a sample. */
type DueTable = Step & { table: string; isWhole: boolean }

/** Whether a table has grown by half since its statistics were taken: a young one soon has, and is read with the plans of an empty one. */
const hasGrown = 'n_live_tup > 20 + 1.5 * greatest(reltuples, 0)'

/**
 * From when a table is due: when it has grown, with more than 1,000 dead rows plus a tenth of all, or as many new or changed ones since its statistics
 * were taken. Both replace plans that were cached when the table was small. What cannot wait for an idle connection: where half of
 * the rows are newer than the statistics, as in a first import, cached plans read whole tables. A sample holds the connection for
 * some ms only; a VACUUM, which takes longer, waits until most rows are dead.
 */
const thresholds = {
  idle: {
    whole: `n_dead_tup > 1000 + 0.1 * n_live_tup or n_mod_since_analyze > 500 + 0.1 * n_live_tup or ${hasGrown}`,
    sample: 'false',
  },
  busy: {
    whole: 'n_dead_tup > 2000 + n_live_tup',
    sample: `n_mod_since_analyze > 100 + 0.5 * n_live_tup or ${hasGrown}`,
  },
}

/** Those that have grown, the small ones first, then the neediest. With an idle connection, tables in `sampled` are due, too. */
async function dueTables(
  connection: Connection,
  load: keyof typeof thresholds,
  sampled: ReadonlySet<string>,
): Promise<DueTable[]> {
  const { whole, sample } = thresholds[load]
  const again = load === 'idle' ? [...sampled] : []
  // The session keeps its counts for a second, or until told to flush them.
  await connection.send('select pg_stat_force_next_flush()')
  const { rows } = await connection.query<{ table: string; isWhole: boolean }>(
    `select "table", whole as "isWhole"
    from pg_stat_user_tables s join pg_class on pg_class.oid = relid,
    lateral (select format('%I.%I', schemaname, s.relname) as "table", ${hasGrown} as "hasGrown") named,
    lateral (select ${whole} or "table" = any($1) as whole) asked
    where whole or ${sample}
    order by "hasGrown" desc, case when "hasGrown" then n_live_tup end, n_dead_tup + n_mod_since_analyze desc`,
    [again],
  )
  return rows.map(({ table, isWhole }) => {
    const what = isWhole ? `VACUUM (ANALYZE) ${table}` : `ANALYZE ${table}`
    const text = isWhole ? what : `BEGIN; SET LOCAL default_statistics_target = 10; ${what}; COMMIT`
    return { table, isWhole, what, text }
  })
}
