import { readFileSync } from 'node:fs'

import pg from 'pg'

/** The processes of PostgreSQL that work for one database. */
export type DatabaseProcesses = {
  /** Their numbers right now, the meter's own connection left out. Empty where PostgreSQL is not on this machine. */
  pids(): Promise<number[]>
  /** The version that the server reports. */
  version: string
  close(): Promise<void>
}

/** Asks PostgreSQL which processes serve the clients of this database: backends and their parallel workers. */
export async function databaseProcesses(databaseUrl: string): Promise<DatabaseProcesses> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'masthead bench meter' })
  await client.connect()
  const { rows } = await client.query<{ pid: number; version: string }>(
    "select pg_backend_pid() as pid, current_setting('server_version') as version",
  )
  const [own = { pid: 0, version: '' }] = rows
  const isHere = isBackend(own.pid)
  return {
    version: own.version,
    async pids() {
      if (!isHere) return []
      const { rows: found } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and pid <> $1
          and backend_type in ('client backend', 'parallel worker')`,
        [own.pid],
      )
      return found.map(({ pid }) => pid)
    },
    close: () => client.end(),
  }
}

// A number of another machine may be that of any process here.
function isBackend(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}
