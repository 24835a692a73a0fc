import { join } from 'node:path'

import type { Log } from '#kernel/log.ts'

import type { Connection } from './connection.ts'
import { openEmbeddedPool } from './embedded/embedded-pool.ts'
import { openEngine } from './embedded/engine.ts'
import { hasDatabase } from './embedded/snapshot.ts'
import { lockDirectory } from './lock.ts'
import type { DatabasePool } from './pool.ts'
import { openPool } from './pool.ts'

type Look<T> = (connection: Connection) => Promise<T>

/** Connects to a server as the account of its URL, without migrating or creating anything. */
export async function lookAtServer<T>(databaseUrl: string, log: Log, look: Look<T>): Promise<T> {
  const config = { connectionString: databaseUrl, max: 1 }
  return once(openPool({ config, statements: 'unnamed', log }), look)
}

/** Opens an embedded database under its lock, without migrating it; undefined when there is none. */
export async function lookAtDirectory<T>(
  { dataDir, fsync, log }: { dataDir: string; fsync: boolean; log: Log },
  look: Look<T>,
): Promise<T | undefined> {
  const directory = join(dataDir, 'database')
  if (!hasDatabase(directory)) return undefined
  const lost = Promise.withResolvers<never>()
  const lock = await lockDirectory({ dataDir, onLost: () => lost.reject(new Error('The lock was lost')) })
  try {
    return await lookInside({ directory, fsync, log }, look, lost)
  } finally {
    await lock.release()
  }
}

/** Opens a copy of an embedded database that nobody else uses. */
export async function lookAtCopy<T>(directory: string, log: Log, look: Look<T>): Promise<T> {
  return lookInside({ directory, fsync: false, log }, look, Promise.withResolvers<never>())
}

async function lookInside<T>(
  { directory, fsync, log }: { directory: string; fsync: boolean; log: Log },
  look: Look<T>,
  lost: PromiseWithResolvers<never>,
): Promise<T> {
  const engine = await openEngine({ directory, fsync, log, onFatal: lost.reject })
  try {
    const pool = openEmbeddedPool({ connect: engine.connect, statements: 'unnamed', log })
    return await engine.withoutLimit(() => Promise.race([once(pool, look), lost.promise]))
  } finally {
    await engine.close()
  }
}

async function once<T>(pool: DatabasePool, look: Look<T>): Promise<T> {
  try {
    return await pool.use(look)
  } finally {
    await pool.end()
  }
}
