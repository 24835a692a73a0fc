import { readFile } from 'node:fs/promises'

import { inject } from 'vitest'

import { type InProcessEngine, openInProcess } from '#platform/database/embedded/in-process.ts'

import { unpack } from './unpack.ts'

// A fresh embedded database takes seconds to make: these are copies of one that the run has made.

/** An engine in this process on an empty database in memory. */
export async function openEmptyEngine(): Promise<InProcessEngine> {
  return openInProcess({ template: await readFile(inject('emptyTemplate')) })
}

/** An empty database in a new directory. */
export function makeEmptyDirectory(directory: string): void {
  unpack(inject('emptyTemplate'), directory)
}
