import { existsSync } from 'node:fs'
import { mkdir, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Log } from '#kernel/log.ts'

import { createInThread } from './engine-thread.ts'
import { syncPath, syncTree } from './fsync.ts'
import { finishPut } from './snapshot.ts'
import { type Templates, unpackTemplate } from './template.ts'

type Creation = { templates?: Templates | undefined; log: Log }

/**
 * Creates the engine's directory when it is missing, from a packed template where one fits. It appears complete and synced, or not at
 * all.
 */
export async function ensureDirectory(directory: string, creation: Creation): Promise<void> {
  const parent = dirname(directory)
  await mkdir(parent, { recursive: true })
  await finishPut(directory)
  if (existsSync(join(directory, 'PG_VERSION'))) return

  const unfinished = `${directory}.creating`
  if (!(await isUnpacked(unfinished, creation))) {
    await rm(unfinished, { recursive: true, force: true })
    await createInThread(unfinished)
  }
  await syncTree(unfinished)
  await rename(unfinished, directory)
  syncPath(parent)
}

/** A template that cannot be used costs a slower start and nothing else. */
async function isUnpacked(directory: string, { templates, log }: Creation): Promise<boolean> {
  await rm(directory, { recursive: true, force: true })
  if (templates === undefined) return false
  try {
    return await unpackTemplate(directory, templates)
  } catch (error) {
    log.warn({ err: error }, 'the template of the database cannot be used, so the database is created from scratch')
    return false
  }
}

/** Bytes that must be free before the engine is opened: on a full disk opening aborts. */
const leastFree = 200 * 1024 * 1024

/** Refuses to open the engine on a disk that is nearly full; creates the folder `path` when it is missing. */
export async function checkFreeSpace(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  const free = await freeBytes(path)
  if (free >= leastFree) return
  const megabytes = Math.floor(free / 1024 / 1024)
  throw new Error(
    `Only ${megabytes} MB are free at ${path}: the database needs at least 200 MB to start. Free some space and start again.`,
  )
}

/** Free bytes of the file system that holds `path`. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
