import { constants, lstatSync, readdirSync } from 'node:fs'
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { breather, inTurns } from '#kernel/breathe.ts'
import type { Parts } from '#std/parts.ts'

/** Does work while nobody writes: who wants to, waits for it. */
export type Stilled = (work: () => Promise<void>) => Promise<void>

type Entry = { isDirectory: boolean; mode: number; stamp: string; isSettled: boolean }
type Entries = Map<string, Entry>

/**
 * Copies a directory to a new place, in the state that it has while `stilled` works. All of it is copied before, while others write;
 * they wait only until what changed meanwhile has been copied again (database.md#snapshots-every-day).
 */
export async function copyLive(directory: string, to: string, stilled: Stilled): Promise<void> {
  const before = await entriesOf(directory)
  await mkdir(to, { recursive: true })
  await copyEntries({ directory, to }, before)
  await stilled(async () => {
    const present = await entriesOf(directory)
    for (const path of before.keys()) if (!present.has(path)) await rm(join(to, path), { recursive: true, force: true })
    const changed = [...present].filter(([path, entry]) => !isSame(before.get(path), entry))
    await copyEntries({ directory, to }, new Map(changed))
  })
}

function isSame(before: Entry | undefined, { isDirectory, stamp }: Entry): boolean {
  if (before === undefined || before.isDirectory !== isDirectory) return false
  return isDirectory || (before.isSettled && before.stamp === stamp)
}

/** A file system's clock may stand still for so long, in ms: what was written less than that ago may change without a new time. */
const clockStepMs = 3000

/** What is in a directory, each directory before what is in it. */
function entriesOf(directory: string): Promise<Entries> {
  return inTurns(readingEntries(directory), breather(undefined))
}

function* readingEntries(directory: string): Parts<Entries> {
  const entries: Entries = new Map()
  const folders = ['']
  for (const folder of folders)
    for (const name of namesIn(join(directory, folder))) {
      yield
      const path = join(folder, name)
      // Asked at once, not in a thread: for a thousand files that takes a fraction of the time, in which others wait.
      const stat = lstatSync(join(directory, path), { bigint: true, throwIfNoEntry: false })
      if (stat === undefined || !(stat.isFile() || stat.isDirectory())) continue
      if (stat.isDirectory()) folders.push(path)
      entries.set(path, {
        isDirectory: stat.isDirectory(),
        mode: Number(stat.mode),
        stamp: `${stat.ino} ${stat.size} ${stat.mtimeNs}`,
        isSettled: Date.now() - Number(stat.mtimeMs) > clockStepMs,
      })
    }
  return entries
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    return absent(error)
  }
}

/** How many files are copied at once. */
const lanes = 8

async function copyEntries({ directory, to }: Record<'directory' | 'to', string>, entries: Entries): Promise<void> {
  for (const [path, { isDirectory, mode }] of entries) {
    if (!isDirectory) continue
    await mkdir(join(to, path), { recursive: true })
    await chmod(join(to, path), mode)
  }
  const files = [...entries].filter(([, { isDirectory }]) => !isDirectory).values()
  const copyNext = async () => {
    for (const [path] of files)
      await copyFile(join(directory, path), join(to, path), constants.COPYFILE_FICLONE).catch(absent)
  }
  await Promise.all(Array.from({ length: lanes }, copyNext))
}

/** What went away since it was seen needs no copy. */
function absent(error: unknown): never[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
