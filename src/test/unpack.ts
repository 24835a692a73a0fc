import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { segment } from '#platform/database/embedded/packed-files.ts'

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
    else writeFileSync(path, name.startsWith('/pg_wal/0') ? wholeSegment(content) : content)
  }
  chmodSync(directory, 0o700)
}

// On a disk that runs full there has to be room for what is written to the log before another segment is needed.
function wholeSegment(content: Buffer): Buffer {
  return Buffer.concat([content], segment)
}
