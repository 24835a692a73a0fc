import { join } from 'node:path'

import { askedAs } from '#kernel/asked.ts'
import type { Log } from '#kernel/log.ts'
import type { Statements } from '#platform/database/connection.ts'
import { lockDirectory } from '#platform/database/lock.ts'
import type { DirectoryLock, LockInfo } from '#platform/database/lock.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { DatabasePool } from '#platform/database/pool.ts'
import { upkeep } from '#platform/database/upkeep.ts'

import { freeBytes } from './create-directory.ts'
import { dailySnapshots } from './daily-snapshots.ts'
import { openEmbeddedPool } from './embedded-pool.ts'
import { openEngine } from './engine.ts'
import type { EmbeddedEngine } from './engine.ts'
import { copyLive, type Stilled } from './live-copy.ts'
import { startMaintenance } from './maintenance.ts'
import { copyDirectory, takeSnapshot } from './snapshot.ts'

export type EmbeddedOptions = {
  /** Holds `database/`, `snapshots/` and `lock`. */
  dataDir: string
  fsync: boolean
  /** Folder of `NNNN_name.sql`. */
  migrations: string
  /** Folder of packed templates, if there may be one. */
  templates?: string
  statements: Statements
  log: Log
  /** Called when the lock was lost or the engine does not stay alive: the process must log the message and end. */
  onFatal: (error: Error) => void
}

export type EmbeddedDatabase = {
  pool: DatabasePool
  lock: LockInfo
  directory: string
  /** Whether the engine is open and the disk has room for one more segment of WAL. */
  ready(): Promise<boolean>
  counts: EmbeddedEngine['counts']
  /** Copies the directory to a new place, from one state of it. Everybody else waits only until the latest changes are copied. */
  copy(to: string): Promise<void>
  close(): Promise<void>
}

/** Locks the data directory, opens its database in a thread and migrates it, after a snapshot when it has data. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, onFatal } = options
  let engine: EmbeddedEngine | undefined
  const onLost = () => {
    engine?.abandon()
    onFatal(new Error(`Another process has taken the data directory ${dataDir}: this one must no longer write there.`))
  }

  const lock = await lockDirectory({ dataDir, onLost })
  try {
    const { templates: folder, migrations } = options
    const templates = folder === undefined ? undefined : { folder, migrations }
    engine = await openEngine({ ...options, templates, directory: join(dataDir, 'database') })
    return await serve(options, engine, lock)
  } catch (error) {
    await engine?.close()
    await lock.release()
    throw error
  }
}

async function serve(options: EmbeddedOptions, engine: EmbeddedEngine, lock: DirectoryLock): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options
  const directory = join(dataDir, 'database')
  await engine.withoutLimit(() => migrateEmbedded(options, engine, directory))

  const pool = openPoolOn(engine, options)
  const stilled: Stilled = (work) =>
    pool.use((connection) =>
      engine.withoutLimit(async () => {
        await connection.send('CHECKPOINT')
        await work()
      }),
    )
  const copy = (to: string) =>
    askedAs({ party: 'maintenance', rank: 'background' }, async () => {
      // Most of what is to be written is written before anybody has to wait for it.
      await stilled(async () => {})
      await copyLive(directory, to, stilled)
    })
  const daily = dailySnapshots({ directory, snapshots: join(dataDir, 'snapshots'), copy, log })
  const maintenance = startMaintenance({ pool, withoutLimit: engine.withoutLimit, log })

  return {
    pool,
    lock: lock.info,
    directory,
    ready: async () => engine.isOpen() && (await freeBytes(dataDir).catch(() => 0)) >= walSegment,
    counts: engine.counts,
    copy,
    async close() {
      await daily.stop()
      await maintenance.stop()
      await endPool(pool, log)
      await engine.close()
      await lock.release()
    },
  }
}

/** Bytes of one WAL segment. */
const walSegment = 16 * 1024 * 1024

/** Migrates over a pool of its own, which the snapshot can end before the engine is closed. */
async function migrateEmbedded(options: EmbeddedOptions, engine: EmbeddedEngine, directory: string): Promise<void> {
  let pool = openPoolOn(engine, options)
  try {
    await migrate(() => pool.acquire(), {
      folder: options.migrations,
      kind: 'pglite',
      log: options.log,
      before: async ([first]) => {
        await pool.end()
        const label = `before-${first?.number.toString().padStart(4, '0')}`
        const snapshots = join(options.dataDir, 'snapshots')
        const copy = (to: string) => copyDirectory(directory, to)
        const path = await engine.whileClosed(() => takeSnapshot({ copy, snapshots, label, now: new Date() }))
        options.log.info({ path }, 'snapshot taken before migration')
        pool = openPoolOn(engine, options)
      },
    })
    await pool.use(upkeep)
  } finally {
    await pool.end()
  }
}

function openPoolOn(engine: EmbeddedEngine, { statements, log }: EmbeddedOptions): DatabasePool {
  return openEmbeddedPool({
    connect: engine.connect,
    statements,
    log,
    onUntagged: () => engine.reportDeath('a statement got no answer'),
  })
}

/** How long closing waits for a connection that is still checked out, in ms. */
const patience = 5_000

async function endPool(pool: DatabasePool, log: Log): Promise<void> {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), patience)
  const outcome = await Promise.race([pool.end(), late.promise])
  clearTimeout(timer)
  if (outcome === 'late') log.warn({ ...pool.load() }, 'database closed while a connection was in use')
}
