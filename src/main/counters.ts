import type { Sent } from '#platform/database/pool.ts'

import type { Installation } from './installation.ts'

/** What the server did since its start: numbers that only grow, by name. */
export type Counters = Readonly<Record<string, number>>

/** What was sent to the database, and the processor time of this process, its threads included. */
export function countersOf({ database }: Pick<Installation, 'database'>): Counters {
  // On the embedded engine all roles share one pool.
  const pools = new Set(Object.values(database.backend.pools))
  const sent = [...pools].map((pool) => pool.sent())
  const sum = (what: keyof Sent) => sent.reduce((total, each) => total + each[what], 0)
  const { user, system } = process.cpuUsage()
  return { statements: sum('statements'), messages: sum('messages'), cpuMicroseconds: user + system }
}
