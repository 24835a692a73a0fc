import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder with those above it, one by one, each with this mode. `mkdir` with `recursive` says ENOENT where a file system is read-only, and never
 * ends in one that makes no folders, such as /proc.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await exists(path)) return
  const parent = dirname(path)
  if (parent !== path) await makeFolder(parent, mode)
  try {
    await mkdir(path, { mode })
  } catch (error) {
    // Somebody else made it meanwhile.
    if (!(await exists(path))) throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return false
      throw error
    },
  )
}
