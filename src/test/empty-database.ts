import { execFile } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'

import { inject } from 'vitest'

import { type InProcessEngine, openInProcess } from '#platform/database/embedded/in-process.ts'

// A fresh embedded database takes seconds to make: these are copies of one that the run has made.

/** An engine in this process on an empty database in memory. */
export async function openEmptyEngine(): Promise<InProcessEngine> {
  return openInProcess({ template: await openAsBlob(inject('emptyTemplate')) })
}

/** An empty database in a new directory. */
export function makeEmptyDirectory(directory: string): Promise<void> {
  return unpack(inject('emptyTemplate'), directory)
}

/** The database of a packed directory, in a new one. */
export async function unpack(file: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  await promisify(execFile)('tar', ['-xf', file, '-C', directory])
  await chmod(directory, 0o700)
}
