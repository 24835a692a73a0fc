import type { Log } from '#kernel/log.ts'

import type { Connection } from './connection.ts'
import { DatabaseGone } from './database-gone.ts'
import type { DatabasePool } from './pool.ts'

export type StatisticsOptions = {
  /** The pool of requests: what it sent says whether anything can have grown. */
  app: Pick<DatabasePool, 'sent'>
  system: Pick<DatabasePool, 'use'>
  log: Log
  /** Time between two rounds, in ms; 5 s by default. */
  every?: number
}

/** Statements since the last round from which on tables may have grown. */
const many = 200

/** Young tables, and those of which half of the rows are newer than their statistics: the neediest first. */
const dueTables = `select format('%I.%I', s.schemaname, s.relname) as "table"
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.schemaname in ('app', 'auth')
    and (n_mod_since_analyze > 100 + 0.5 * n_live_tup or n_live_tup > 20 + 1.5 * greatest(c.reltuples, 0))
  order by n_mod_since_analyze desc limit 20`

/**
 * Has a server take the statistics of tables that grew fast, every 5 s in which much was sent
 * (database.md#statistics-follow-growth). The embedded engine has its own upkeep (`embedded/maintenance.ts`).
 */
export function keepStatistics({ app, system, log, every = 5_000 }: StatisticsOptions) {
  let seen = app.sent().statements
  let round: Promise<number> | undefined
  /** Tables whose last try failed, and was reported. */
  const failing = new Set<string>()

  /** Whether statistics of a table were taken. One that fails is named in the log, and the next ones have their turn. */
  const takeOf = async (connection: Connection, table: string) => {
    try {
      const { rows } = await connection.query<{ done: boolean }>('select app.take_statistics_of($1) as done', [table])
      failing.delete(table)
      return rows[0]?.done === true
    } catch (error) {
      if (error instanceof DatabaseGone && error.reason !== 'timeout') throw error
      if (!failing.has(table)) log.warn({ table, err: error }, 'statistics could not be taken')
      failing.add(table)
      return false
    }
  }

  const take = async () => {
    const { rows } = await system.use((connection) => connection.query<{ table: string }>(dueTables))
    let done = 0
    for (const { table } of rows) if (await system.use((connection) => takeOf(connection, table))) done++
    return done
  }
  const look = async () => {
    const now = app.sent().statements
    if (round !== undefined || now - seen < many) return
    seen = now
    round = take()
    const done = await round.finally(() => (round = undefined))
    if (done > 0) log.debug({ tables: done }, 'statistics taken')
  }
  const timer = setInterval(() => {
    look().catch((error: Error) => log.warn({ error: error.message }, 'statistics could not be taken'))
  }, every)
  timer.unref()

  return {
    take,
    async stop() {
      clearInterval(timer)
      await round?.catch(() => undefined)
    },
  }
}
