import { advisoryLocks } from './own-schema.ts'
import type { Connection } from './connection.ts'
import type { DatabasePool } from './pool.ts'

/** How long a statement runs, waits for a lock, and how long a transaction idles. */
const sessionLimits = {
  statement_timeout: '15s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '30s',
} as const

/**
 * Gives the login of a pool its limits of time, unless it has them. They belong to the role, because a pooler takes no parameters at
 * the start of a connection (database.md#limits-belong-to-logins). What was opened before is closed.
 */
export async function limitSessions(pool: DatabasePool): Promise<void> {
  const connection = await pool.acquire()
  try {
    if (await hasLimits(connection)) return connection.release()
    // Two nodes that change one role at the same time would disturb each other.
    await connection.send(`BEGIN; select pg_advisory_xact_lock(${advisoryLocks.owner})`)
    for (const [name, value] of Object.entries(sessionLimits))
      await connection.send(`alter role current_user set ${name} = '${value}'`)
    await connection.send('COMMIT')
    connection.release(new Error('opened without limits'))
  } catch (error) {
    connection.release(error instanceof Error ? error : undefined)
    throw error
  }
}

async function hasLimits(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ unlimited: number }>(
    'select count(*)::int as unlimited from unnest($1::text[]) as name where current_setting(name) = $2',
    [Object.keys(sessionLimits), '0'],
  )
  return rows[0]?.unlimited === 0
}

/** Whether a pooler answers in place of the server: it gives a connection another process id than the one that works for it. */
export async function leadsToPooler({ pg }: DatabasePool): Promise<boolean> {
  const client = await pg.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid !== Reflect.get(client, 'processID')
  } finally {
    client.release()
  }
}
