import { Refusal } from '#kernel/errors.ts'
import type { Config } from '#platform/config/config.ts'
import { askServer } from '#platform/database/control.ts'
import { type LockInfo, readLock } from '#platform/database/lock.ts'

/**
 * The server that has the data directory open and answers; undefined where there is none. A process that was killed leaves its lock,
 * which whoever opens the directory takes over (database.md#one-process-per-directory).
 */
export async function findServer({ database, dataDir }: Config): Promise<LockInfo | undefined> {
  const lock = database.url === null ? await readLock(dataDir) : undefined
  if (lock === undefined) return undefined
  try {
    await askServer(lock.control, { command: 'ping' })
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw error
  }
  return lock
}

/** Whether nobody answered. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'unavailable'
}
