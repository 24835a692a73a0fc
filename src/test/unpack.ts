import { execFile } from 'node:child_process'
import { chmod, mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The database of a packed directory, in a new one. */
export async function unpack(file: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  await promisify(execFile)('tar', ['-xf', file, '-C', directory])
  await chmod(directory, 0o700)
}
