import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The major version of PostgreSQL that the embedded engine is: it opens directories of no other. */
export const engineMajor = 18

/** Refuses a directory of another major version in plain words; one that does not exist yet is fine. */
export async function requireEngineMajor(directory: string): Promise<void> {
  const text = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined)
  const major = Number(text?.trim() ?? engineMajor)
  if (!Number.isInteger(major) || major === engineMajor) return
  throw new Error(
    major < engineMajor
      ? `The embedded database is of PostgreSQL ${major}, and the engine of this version of Masthead is PostgreSQL ${engineMajor}. Move it over: run "masthead backup <folder>" with the version that last used it, move ${directory} aside, and run "masthead restore <folder>" with this one.`
      : `The embedded database is of PostgreSQL ${major}, which is newer than the engine of this version of Masthead (${engineMajor}). Install the version that last used it, or a later one.`,
  )
}
