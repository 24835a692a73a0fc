import type { Log } from '#kernel/log.ts'
import type { PlaceLocks } from '#kernel/shared-places.ts'

import { readServer } from './check-server.ts'
import type { Statements } from './connection.ts'
import { freeBytes } from './embedded/create-directory.ts'
import { openEmbeddedPool } from './embedded/embedded-pool.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import type { EmbeddedOptions } from './embedded/open-embedded.ts'
import type { LockInfo } from './lock.ts'
import type { Group } from './logins.ts'
import { migrate } from './migrate.ts'
import type { DatabasePool } from './pool.ts'
import { openPostgres } from './postgres.ts'
import type { PostgresOptions } from './postgres.ts'
import { keepStatistics } from './statistics.ts'

/**
 * One open database: a pool per restricted role; on the embedded engine all are one pool with one connection, the
 * superuser's.
 */
export type Backend = {
  kind: 'pglite' | 'postgres'
  pools: Record<Group, DatabasePool>
  /** For the role that removes audit records; null where no login has it. */
  retention: DatabasePool | null
  /** Whose connections hear what other nodes NOTIFY; null where there are no others, or no way to hear them. */
  listening: DatabasePool | null
  /** Places that nodes share; undefined where there are no others, or no session of their own. */
  places?: PlaceLocks
  /** A replica for reads that may be behind; null where there is none. */
  replica: DatabasePool | null
  /** The lock of the data directory, with the socket path for commands; null for a server and in memory. */
  lock: LockInfo | null
  /** Copies the directory of an embedded database to a new place, from one state of it; null for a server and in memory. */
  copy: ((to: string) => Promise<void>) | null
  /** Whether a statement would be answered right now. Never throws. */
  ready(): Promise<boolean>
  /** What `masthead doctor` reports. */
  facts(): Promise<DatabaseFacts>
  close(): Promise<void>
}

export type DatabaseFacts = {
  kind: Backend['kind']
  /** As the server reports it, for instance `18.6`. */
  version: string
  encoding: string
  ctype: string
  /** Installed extensions with their versions. */
  extensions: Record<string, string>
  /** Bytes of the database. */
  size: number
  /** Only for an embedded database on disk. `aborts`: since the start. */
  embedded: { directory: string; fsync: boolean; aborts: number; freeBytes: number } | null
}

/** Embedded with a `dataDir`, a server with a `databaseUrl`. */
export type DatabaseOptions = EmbeddedOptions | PostgresOptions

/**
 * Opens the database that the options name, migrated and checked (database.md#one-dialect-two-engines). Throws in plain words
 * when it cannot be used.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Backend> {
  return 'databaseUrl' in options ? openServer(options) : openDirectory(options)
}

export type MemoryOptions = {
  log: Log
  statements?: Statements
  /** Folder of migrations to run, unless the template already has them. */
  migrations?: string
  /** What `pack()` of another memory database returned: opening a copy costs a fraction of making one. */
  template?: Uint8Array
}

/** An embedded database in the memory of this process, for tests and generated types. */
export async function openMemoryDatabase(options: MemoryOptions): Promise<Backend & { pack(): Promise<Uint8Array> }> {
  const { log, statements = 'named', migrations, template } = options
  // The engine is loaded here only: elsewhere it has a thread of its own.
  const { openInProcess } = await import('./embedded/in-process.ts')
  const engine = await openInProcess(template ? { template } : {})
  const pool = openEmbeddedPool({ connect: engine.connect, statements, log })
  if (migrations !== undefined) await migrate(pool.acquire, { folder: migrations, kind: 'pglite', log })

  return {
    kind: 'pglite',
    pools: { app: pool, auth: pool, system: pool },
    retention: pool,
    listening: null,
    replica: null,
    lock: null,
    copy: null,
    ready: async () => engine.alive(),
    facts: async () => ({ ...(await readFacts('pglite', pool)), embedded: null }),
    async close() {
      await pool.end()
      await engine.close()
    },
    async pack() {
      // In a new segment of the log, which is empty but for its beginning.
      await pool.use(async (connection) => {
        await connection.send('select pg_switch_wal()')
        await connection.send('CHECKPOINT')
      })
      return new Uint8Array(await (await engine.db.dumpDataDir('none')).arrayBuffer())
    },
  }
}

async function openDirectory(options: EmbeddedOptions): Promise<Backend> {
  const { pool, directory, ...database } = await openEmbedded(options)
  return {
    kind: 'pglite',
    pools: { app: pool, auth: pool, system: pool },
    retention: pool,
    listening: null,
    replica: null,
    lock: database.lock,
    copy: database.copy,
    ready: async () => !pool.isClosed() && (await database.ready()),
    async facts() {
      const { aborts } = database.counts()
      const free = await freeBytes(directory)
      return {
        ...(await readFacts('pglite', pool)),
        embedded: { directory, fsync: options.fsync, aborts, freeBytes: free },
      }
    },
    close: database.close,
  }
}

async function openServer(options: PostgresOptions): Promise<Backend> {
  const { pools, retention, listening, places, replica, end } = await openPostgres(options)
  const statistics = keepStatistics({ app: pools.app, system: pools.system, log: options.log })
  return {
    kind: 'postgres',
    pools,
    retention,
    listening,
    ...(places === undefined ? {} : { places }),
    replica,
    lock: null,
    copy: null,
    ready: async () => !Object.values(pools).some((pool) => pool.isClosed()) && (await answers(pools.app)),
    facts: async () => ({ ...(await readFacts('postgres', pools.system)), embedded: null }),
    async close() {
      await statistics.stop()
      await end()
    },
  }
}

async function answers(pool: DatabasePool): Promise<boolean> {
  return pool
    .use((connection) => connection.query('select 1'))
    .then(() => true)
    .catch(() => false)
}

async function readFacts(kind: Backend['kind'], pool: DatabasePool): Promise<Omit<DatabaseFacts, 'embedded'>> {
  return pool.use(async (connection) => {
    const { name: version, encoding, ctype } = await readServer(connection)
    const { rows } = await connection.query<{ size: number; extensions: Record<string, string> }>(
      `select pg_database_size(current_database()) as size,
        (select jsonb_object_agg(extname, extversion) from pg_extension) as extensions`,
    )
    const [found] = rows
    return { kind, version, encoding, ctype, size: found?.size ?? 0, extensions: found?.extensions ?? {} }
  })
}
