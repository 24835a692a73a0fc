import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes that have to be free: the databases of a run take some hundred megabytes, and more where many records are tried. */
const plenty = 6 * 1024 ** 3

/**
 * From now on the temporary files of this process, and of those that it starts, are in memory where there is plenty
 * (tests.md#files-are-in-memory). Returns what removes them.
 */
export function keepFilesInMemory(): () => Promise<void> {
  if (process.env['TMPDIR'] !== undefined || !hasPlenty()) return async () => {}
  const folder = mkdtempSync(join(memory, 'mh-'))
  // Servers of databases run as somebody else.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  // What a test that was cut off has mounted in it stays.
  return () => rm(folder, { recursive: true, force: true }).catch(() => {})
}

function hasPlenty(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) >= plenty
  } catch {
    return false
  }
}
