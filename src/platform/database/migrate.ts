import { setTimeout as sleep } from 'node:timers/promises'

import type { Log } from '#kernel/log.ts'

import type { Connection } from './connection.ts'
import { sqlStateOf } from './database-gone.ts'
import { readMigrations } from './migration-files.ts'
import type { Migration } from './migration-files.ts'
import { advisoryLocks, ensureOwnSchema } from './own-schema.ts'

export type MigrateOptions = {
  /** Folder of `NNNN_name.sql`. */
  folder: string
  kind: 'pglite' | 'postgres'
  log: Log
  /** Runs before the first change of a database that already has migrations (the snapshot of an embedded one). */
  before?: (pending: readonly Migration[]) => Promise<void>
}

export type MigrateResult = { applied: string[] }

/**
 * Brings the database to the newest migration (database.md#forward-only-migrations). Of several nodes that start together, one
 * migrates and the others wait. Throws in plain words when a file was changed after it ran or the database is newer than this code.
 *
 * @param connect returns the owner's connection: a new one after `before`, which may close the engine.
 */
export async function migrate(connect: () => Promise<Connection>, options: MigrateOptions): Promise<MigrateResult> {
  const migrations = await readMigrations(options.folder)

  const first = await withConnection(connect, (connection) => pendingOf(connection, migrations))
  if (first.pending.length === 0) return { applied: [] }
  if (first.hasHistory) await options.before?.(first.pending)

  return withConnection(connect, (connection) =>
    withLock(connect, options.kind, async () => {
      await ensureOwnSchema(connection)
      const { pending } = await pendingOf(connection, migrations)
      for (const migration of pending) {
        await applyWithRetry(connection, migration, options)
        options.log.info({ migration: migration.name }, 'migration applied')
      }
      if (pending.length > 0) await connection.send('ANALYZE')
      return { applied: pending.map((each) => each.name) }
    }),
  )
}

/** What still has to run; refuses a history that this code does not know. Changes nothing. */
export async function pendingOf(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<{ pending: Migration[]; hasHistory: boolean }> {
  const history = await readHistory(connection)
  const known = new Map(migrations.map((each) => [each.number, each]))

  for (const done of history) {
    const file = known.get(done.number)
    if (!file) {
      throw new Error(
        `The database is newer than this Masthead: it has the migration ${done.name}, which this version does not know. ` +
          'Install the version that was last used with it, or a later one.',
      )
    }
    if (file.checksum !== done.checksum) {
      throw new Error(
        `Migration ${file.name} was changed after it ran on this database. Restore the file and add a new migration instead.`,
      )
    }
  }
  const last = history.at(-1)?.number ?? -1
  const late = migrations.find((each) => each.number < last && !history.some((done) => done.number === each.number))
  if (late)
    throw new Error(
      `Migration ${late.name} has a lower number than one that already ran. Give it the next free number.`,
    )

  return { pending: migrations.filter((each) => each.number > last), hasHistory: history.length > 0 }
}

/** The names of what still has to run. Changes nothing. */
export async function pendingNames(connection: Connection, folder: string): Promise<string[]> {
  const { pending } = await pendingOf(connection, await readMigrations(folder))
  return pending.map(({ name }) => name)
}

type Done = { number: number; name: string; checksum: string }

async function readHistory(connection: Connection): Promise<Done[]> {
  const { rows } = await connection.query("select to_regclass('masthead.migration') is not null as exists")
  if (rows[0]?.['exists'] !== true) return []
  const history = await connection.query<Done>('select number, name, checksum from masthead.migration order by number')
  return history.rows
}

async function apply(connection: Connection, migration: Migration, kind: MigrateOptions['kind']): Promise<void> {
  const note = `insert into masthead.migration (number, name, checksum)
    values (${migration.number}, '${migration.name}', '${migration.checksum}')`
  if (!migration.inTransaction) {
    for (const statement of statementsOf(migration.sql, kind)) await connection.send(statement)
    await connection.send(note)
    return
  }

  try {
    await connection.send(`BEGIN; SET LOCAL lock_timeout = '3s'; SET LOCAL statement_timeout = 0`)
    await connection.send(migration.sql)
    await connection.send(`RESET ROLE; ${note}; COMMIT`)
  } catch (cause) {
    await connection.send('ROLLBACK').catch(() => undefined)
    throw cause
  }
}

/** How often a migration that cannot get its lock is tried again. */
const lockAttempts = 20

async function applyWithRetry(connection: Connection, migration: Migration, options: MigrateOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(connection, migration, options.kind)
    } catch (cause) {
      const isLocked = sqlStateOf(cause) === '55P03'
      if (!isLocked || attempt === lockAttempts) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        const state = migration.inTransaction
          ? 'and was rolled back'
          : 'and may be half done, since it runs without a transaction'
        throw new Error(`Migration ${migration.name} failed ${state}: ${reason}`, { cause })
      }
      options.log.warn({ migration: migration.name, attempt }, 'migration waits for a lock')
      await sleep(200 * attempt)
    }
  }
}

/**
 * The statements of a file without a transaction, which must be sent one by one (several in one message are a transaction): each
 * ends with a semicolon at the end of a line. The embedded engine has one session, where `CONCURRENTLY` gains nothing.
 */
function statementsOf(sql: string, kind: MigrateOptions['kind']): string[] {
  const statements = sql.split(/;[ \t]*$/m).filter((each) => each.replaceAll(/--.*$/gm, '').trim() !== '')
  return kind === 'pglite' ? statements.map((each) => each.replaceAll(/\bconcurrently\b/gi, '')) : statements
}

/**
 * Holds a lock of a transaction of its own: a pooler would give that of a session to somebody else. Waits by polling: a waiting
 * statement would hold a snapshot, which the other node's `CREATE INDEX CONCURRENTLY` waits for. The embedded engine has one process.
 */
async function withLock<T>(
  connect: () => Promise<Connection>,
  kind: MigrateOptions['kind'],
  work: () => Promise<T>,
): Promise<T> {
  if (kind === 'pglite') return work()
  return withConnection(connect, async (connection) => {
    await connection.send('BEGIN')
    try {
      for (;;) {
        const { rows } = await connection.query(`select pg_try_advisory_xact_lock(${advisoryLocks.migrate}) as got`)
        if (rows[0]?.['got'] === true) break
        await sleep(200)
      }
      // This also ends the portal of the query, which keeps a snapshot.
      await connection.send('SET LOCAL idle_in_transaction_session_timeout = 0')
      return await work()
    } finally {
      await connection.send('ROLLBACK').catch(() => undefined)
    }
  })
}

async function withConnection<T>(
  connect: () => Promise<Connection>,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect()
  try {
    return await work(connection)
  } finally {
    connection.release()
  }
}
