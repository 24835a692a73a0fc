import type { Log } from '#kernel/log.ts'

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

/**
 * Has a server take the statistics of tables that grew fast, every 5 s in which much was sent
 * (database.md#statistics-follow-growth). The embedded engine has its own upkeep (`embedded/maintenance.ts`).
 */
export function keepStatistics({ app, system, log, every = 5_000 }: StatisticsOptions) {
  let seen = app.sent().statements
  let round: Promise<number> | undefined

  const take = () =>
    system.use(async (connection) => {
      const { rows } = await connection.query<{ done: number }>('select app.take_statistics() as done')
      return rows[0]?.done ?? 0
    })
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
