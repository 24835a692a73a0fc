import type { Connection } from './connection.ts'
import { advisoryLocks } from './own-schema.ts'
import type { DatabasePool } from './pool.ts'

/**
 * How long a statement runs, waits for a lock, and how long a transaction idles; that nothing is compiled, which costs a statement
 * of a request more than it saves; and that tables are read by keys (database.md#tables-are-read-by-keys). `unset`: what a setting
 * is while nobody has chosen.
 */
const sessionLimits = [
  { name: 'statement_timeout', value: '15s', unset: '0' },
  { name: 'lock_timeout', value: '3s', unset: '0' },
  { name: 'idle_in_transaction_session_timeout', value: '30s', unset: '0' },
  { name: 'jit', value: 'off', unset: 'on' },
  { name: 'enable_seqscan', value: 'off', unset: 'on' },
] as const

/**
 * Gives the login of a connection its limits, unless it has them. They belong to the role, because a pooler takes no parameters at
 * the start of a connection (database.md#limits-belong-to-logins): those opened later have them, this one has not.
 */
export async function limitSessions(connection: Connection): Promise<void> {
  const missing = await missingLimits(connection)
  if (missing.length === 0) return
  // Two nodes that change one role at the same time would disturb each other.
  await connection.send(`BEGIN; select pg_advisory_xact_lock(${advisoryLocks.owner})`)
  for (const { name, value } of missing) await connection.send(`alter role current_user set ${name} = '${value}'`)
  await connection.send('COMMIT')
}

/** Those that nobody has chosen: what an administrator has set stays. */
async function missingLimits(connection: Connection) {
  const { rows } = await connection.query<{ name: string }>(
    'select name from unnest($1::text[], $2::text[]) as s (name, unset) where current_setting(name) = unset',
    [sessionLimits.map(({ name }) => name), sessionLimits.map(({ unset }) => unset)],
  )
  return sessionLimits.filter(({ name }) => rows.some((row) => row.name === name))
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
