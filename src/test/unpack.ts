import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { entriesOf } from './tar-entries.ts'

/**
 * The database of a packed directory, in a new one. By this process: to start another one, such as `tar`, copies the tables of all of
 * its memory (tests.md#files-are-in-memory).
 */
export function unpack(file: string, directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (const { name, isFolder, content } of entriesOf(readFileSync(file))) {
    const path = join(directory, name)
    if (isFolder) mkdirSync(path, { recursive: true })
    else writeFileSync(path, content)
  }
  chmodSync(directory, 0o700)
}
