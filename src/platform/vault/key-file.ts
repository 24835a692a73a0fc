import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { readMasterKeys } from './master-keys.ts'
import type { MasterKey } from './master-keys.ts'
import { VaultError } from './vault-error.ts'

/** The place of the key file in a data directory: beside the database, never inside it. */
export function keyFilePath(dataDir: string): string {
  return join(dataDir, 'keys', 'master.keys')
}

/** The keys of the key file, which is created with one random key where it does not exist. Its lines are `kid:base64`. */
export async function openKeyFile(path: string): Promise<{ keys: readonly MasterKey[]; created: boolean }> {
  const created = !(await exists(path)) && (await createKeyFile(path))
  return { keys: await readKeyFile(path), created }
}

/** The keys of the key file. Throws `VaultError` where it is missing, open to others, or damaged. */
export async function readKeyFile(path: string): Promise<readonly MasterKey[]> {
  if (!(await exists(path))) throw new VaultError(`The key file ${path} is missing. Put it back.`)
  await refuseOpenMode(path)
  const lines = (await readFile(path, 'utf8')).split(/\s+/).filter((line) => line !== '')
  const result = readMasterKeys(lines.join(','))
  if ('fault' in result)
    throw new VaultError(`The key file ${path} cannot be used: ${result.fault}. Restore it from a copy.`)
  return result.value
}

/**
 * Puts a new random key before those of the key file, which is complete at any time. Returns all of them. Throws `VaultError` where the
 * file does not have the current key any longer: what that one sealed could not be opened with the others.
 */
export async function addToKeyFile(
  path: string,
  isCurrent: (key: MasterKey) => boolean,
): Promise<readonly MasterKey[]> {
  if (!(await readKeyFile(path)).some(isCurrent))
    throw new VaultError(`The key file ${path} does not have the key that is in use. Put it back.`)
  const draft = join(dirname(path), `.${randomBytes(8).toString('hex')}`)
  try {
    await writeSynced(draft, newKeyLine() + (await readFile(path, 'utf8')))
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
    await syncFolder(dirname(path))
  }
  return (await openKeyFile(path)).keys
}

function newKeyLine(): string {
  return `k${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}\n`
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

// Written to a temporary file and linked: the key file is complete or absent, and one key wins when two first starts coincide.
async function createKeyFile(path: string): Promise<boolean> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The folder may be older than this rule, and the umask may not have restricted it.
  await chmod(folder, 0o700)
  const draft = join(folder, `.${randomBytes(8).toString('hex')}`)
  try {
    await writeSynced(draft, newKeyLine())
    return await linkUnlessThere(draft, path)
  } finally {
    await rm(draft, { force: true })
    await syncFolder(folder)
  }
}

async function linkUnlessThere(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function refuseOpenMode(path: string): Promise<void> {
  if (process.platform === 'win32') return
  for (const [place, mode] of [
    [path, '600'],
    [dirname(path), '700'],
  ] as const) {
    if (((await stat(place)).mode & 0o077) === 0) continue
    throw new VaultError(`Others on this machine may open ${place}. Run: chmod ${mode} ${place}`)
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
