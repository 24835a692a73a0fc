import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { isRunning } from '#platform/database/process-identity.ts'

/** A folder in the data directory for what a command writes on the way: it goes with the command, or with the next one where that was killed. */
export async function inScratch<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  await removeAbandoned(dataDir)
  const folder = join(dataDir, `scratch-${process.pid}`)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what killed commands have left: it can be as large as the database. */
export async function removeAbandoned(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names) {
    const pid = /^scratch-(\d+)$/.exec(name)?.[1]
    if (pid === undefined) continue
    // One of this very number is of an earlier process.
    if (Number(pid) === process.pid || !(await isRunning(Number(pid))))
      await rm(join(dataDir, name), { recursive: true, force: true })
  }
}
