import { constants } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath, syncTree } from './fsync.ts'

export type SnapshotOptions = {
  /** The engine's directory, closed. */
  directory: string
  /** Where snapshots are kept. */
  snapshots: string
  /** Why it is taken, for its name: letters, digits, hyphens. */
  label: string
  now: Date
}

/** How many snapshots are kept. */
const kept = 7

/**
 * Copies the closed database directory, copy-on-write where the file system can, and removes all but the newest seven.
 * Returns the path.
 */
export async function takeSnapshot({ directory, snapshots, label, now }: SnapshotOptions): Promise<string> {
  await mkdir(snapshots, { recursive: true })
  const name = `${now.toISOString().replaceAll(/[:.]/g, '-')}-${label}`
  const unfinished = join(snapshots, `${name}.unfinished`)
  try {
    await cp(directory, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true })
    await syncTree(unfinished)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }

  const finished = join(snapshots, name)
  await rename(unfinished, finished)
  syncPath(snapshots)
  await removeOldest(snapshots)
  return finished
}

/** Names begin with their time, so that they sort by age; unfinished ones go with the old ones. */
async function removeOldest(snapshots: string): Promise<void> {
  const names = (await readdir(snapshots)).filter((name) => snapshotName.test(name)).toSorted()
  const complete = names.filter((name) => !name.endsWith('.unfinished'))
  const old = new Set([...complete.slice(0, -kept), ...names.filter((name) => name.endsWith('.unfinished'))])
  for (const name of old) await rm(join(snapshots, name), { recursive: true, force: true })
}

const snapshotName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-/
