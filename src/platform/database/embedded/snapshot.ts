import { constants, existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { syncPath, syncTree } from './fsync.ts'

export type SnapshotOptions = {
  /** Copies the engine's directory to a new place, unsynced. */
  copy: (to: string) => Promise<void>
  /** Where snapshots are kept. */
  snapshots: string
  /** Why it is taken, for its name: letters, digits, hyphens. */
  label: string
  now: Date
}

/** How many snapshots are kept, besides the newest from before a migration (database.md#snapshots-every-day). */
const kept = 7

/** Copies the database directory and removes what is older than what is kept. Returns the path. */
export async function takeSnapshot({ copy, snapshots, label, now }: SnapshotOptions): Promise<string> {
  await mkdir(snapshots, { recursive: true })
  const name = `${now.toISOString().replaceAll(/[:.]/g, '-')}-${label}`
  const unfinished = join(snapshots, `${name}.unfinished`)
  try {
    await copy(unfinished)
    await syncTree(unfinished)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }

  const finished = join(snapshots, name)
  await rename(unfinished, finished)
  syncPath(snapshots)
  await removeOldest(snapshots, now)
  return finished
}

/** Copies a directory in which nothing is being written, copy-on-write where the file system can. */
export async function copyDirectory(directory: string, to: string): Promise<void> {
  await cp(directory, to, { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true })
}

/** Where a snapshot waits, complete, for the place of a database. */
const waitingFor = (directory: string) => `${directory}.restored`

/**
 * Puts a copy of a snapshot in place of a database that nobody has open. What was there before is in `aside` then; returns whether
 * anything was. The one that ends in the middle has changed nothing, or `finishPut` does the rest.
 */
export async function putSnapshot(snapshot: string, { directory, aside }: Record<'directory' | 'aside', string>) {
  const unfinished = `${directory}.restoring`
  // What an interrupted restore has left is of another snapshot, or half of one.
  for (const left of [unfinished, waitingFor(directory)]) await rm(left, { recursive: true, force: true })
  await copyDirectory(snapshot, unfinished)
  await syncTree(unfinished)
  await rename(unfinished, waitingFor(directory))
  const hadOne = existsSync(directory)
  if (hadOne) await rename(directory, aside)
  await rename(waitingFor(directory), directory)
  syncPath(dirname(directory))
  return hadOne
}

/** Finishes what `putSnapshot` has begun, where the database was out of its place already when the process ended. */
export async function finishPut(directory: string): Promise<void> {
  if (existsSync(directory) || !existsSync(waitingFor(directory))) return
  await rename(waitingFor(directory), directory)
  syncPath(dirname(directory))
}

/** Whether a database is in its place, or on its way there. */
export function hasDatabase(directory: string): boolean {
  const place = existsSync(directory) ? directory : waitingFor(directory)
  return existsSync(join(place, 'PG_VERSION'))
}

/** The complete snapshots in a folder, the oldest first. `now` decides which ones a wrong clock has named. */
export async function listSnapshots(
  snapshots: string,
  now: Date = new Date(),
): Promise<{ name: string; takenAt: Date }[]> {
  const names = await readdir(snapshots).catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return []
    throw error
  })
  return byAge(names.filter(isComplete), now).map((name) => ({ name, takenAt: takenAt(name) }))
}

/** Unfinished ones go with the old ones. */
async function removeOldest(snapshots: string, now: Date): Promise<void> {
  const names = (await readdir(snapshots)).filter((name) => snapshotName.test(name))
  const complete = byAge(names.filter(isComplete), now)
  const stay = new Set([...complete.slice(-kept), complete.findLast((name) => migrationName.test(name))])
  for (const name of names) if (!stay.has(name)) await rm(join(snapshots, name), { recursive: true, force: true })
}

/**
 * Names begin with their time, so that they sort by age. What has a time that has not come yet was taken by a clock that was set back
 * since: it is older than all that were taken after that.
 */
function byAge(names: readonly string[], now: Date): string[] {
  const sorted = names.toSorted()
  const isOfLater = (name: string) => takenAt(name) > now
  return [...sorted.filter(isOfLater), ...sorted.filter((name) => !isOfLater(name))]
}

const isComplete = (name: string) => snapshotName.test(name) && !name.endsWith('.unfinished')
const takenAt = (name: string) => new Date(name.replace(/^(.{10}T..)-(..)-(..)-(...Z).*$/, '$1:$2:$3.$4'))

const snapshotName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-/
const migrationName = /Z-before-/
