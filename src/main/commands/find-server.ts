import type { Config } from '#platform/config/config.ts'
import { NobodyListens, pingServer } from '#platform/database/control.ts'
import { type LockInfo, readLock } from '#platform/database/lock.ts'

/**
 * The server that has the data directory open and answers; undefined where there is none. A process that was killed leaves its lock,
 * which the process that opens the directory takes over (database.md#one-process-per-directory). Errors: `unavailable` for one that does not answer.
 */
export async function findServer({ database, dataDir }: Config): Promise<LockInfo | undefined> {
  const lock = database.url === null ? await readLock(dataDir) : undefined
  if (lock === undefined) return undefined
  try {
    await pingServer(lock)
  } catch (error) {
    if (error instanceof NobodyListens) return undefined
    throw error
  }
  return lock
}
