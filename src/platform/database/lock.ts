import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, rmdir, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { Refusal } from '#kernel/errors.ts'

import { fateOf, ownIdentity } from './process-identity.ts'
import type { ProcessIdentity } from './process-identity.ts'

/** What the lock file says about its holder. */
export type LockInfo = ProcessIdentity & {
  token: string
  /** Where the holder listens for commands (`control.ts`). */
  control: string
}

export type DirectoryLock = {
  info: LockInfo
  release(): Promise<void>
}

export type LockOptions = {
  dataDir: string
  /** Called when the lock is no longer this process's: it must stop serving at once. */
  onLost: () => void
  /** Time between two refreshes, in ms; 2 s by default. */
  refreshEvery?: number
  /** Age of the last refresh, in ms, after which a holder elsewhere counts as gone; 15 s by default. */
  staleAfter?: number
}

/**
 * Locks the data directory for this process. Refuses (`unavailable`, with the pid) while another one holds it: two embedded
 * engines on one directory silently lose data (database.md#one-process-per-directory). A lock is taken over when its holder has
 * certainly ended, or when it belongs to another host, boot or container and has not been refreshed for 15 s.
 */
export async function lockDirectory(options: LockOptions): Promise<DirectoryLock> {
  const { dataDir, onLost, refreshEvery = 2_000, staleAfter = 15_000 } = options
  await mkdir(dataDir, { recursive: true })
  const path = lockPath(dataDir)
  const token = randomUUID()
  const info: LockInfo = { ...(await ownIdentity()), token, control: controlPath(dataDir, token) }

  if (!(await create(path, info))) await takeOver(path, info, staleAfter)

  const refresh = async () => {
    const now = new Date()
    if ((await readLock(dataDir))?.token === token) return utimes(path, now, now)
    clearInterval(timer)
    onLost()
  }
  const timer = setInterval(() => void refresh().catch(() => undefined), refreshEvery)
  timer.unref()

  return {
    info,
    async release() {
      clearInterval(timer)
      if ((await readLock(dataDir))?.token === token) await unlink(path)
    },
  }
}

/** Who holds the data directory, according to the file; undefined when nobody does. */
export async function readLock(dataDir: string): Promise<LockInfo | undefined> {
  return readLockFile(lockPath(dataDir))
}

/** What every command says that finds the directory locked. */
export function serverIsRunning(pid: number): Refusal {
  return new Refusal(
    'unavailable',
    `server is running (pid ${pid}): stop it first, or use a command that a running server accepts`,
    {
      pid,
    },
  )
}

/** A link appears together with its content: nobody ever reads half a lock. */
async function create(path: string, info: LockInfo): Promise<boolean> {
  const prepared = `${path}.${info.token}`
  await writeFile(prepared, `${JSON.stringify(info)}\n`)
  try {
    await link(prepared, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    return createDirectly(path, info)
  } finally {
    await rm(prepared, { force: true })
  }
}

/** For file systems without links. */
async function createDirectly(path: string, info: LockInfo): Promise<boolean> {
  try {
    await writeFile(path, `${JSON.stringify(info)}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Only one process at a time checks and replaces a lock: otherwise the slower one would remove the lock that the faster one
 * has just created.
 */
async function takeOver(path: string, info: LockInfo, staleAfter: number): Promise<void> {
  await judge(path, info, staleAfter)

  const judging = `${path}.judging`
  const age = await ageOf(judging)
  if (age !== undefined && age > staleAfter) await rmdir(judging).catch(() => undefined)
  try {
    await mkdir(judging)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    throw new Refusal('unavailable', 'Another process is taking over the data directory: try again in a moment')
  }
  try {
    await judge(path, info, staleAfter)
    await rm(path, { force: true })
    if (!(await create(path, info))) await judge(path, info, staleAfter)
  } finally {
    await rmdir(judging)
  }
}

/** Throws unless the lock may be taken over. */
async function judge(path: string, own: LockInfo, staleAfter: number): Promise<void> {
  const age = await ageOf(path)
  if (age === undefined) return
  const holder = await readLockFile(path)
  const isStale = age > staleAfter
  if (!holder) {
    if (isStale) return
    throw new Refusal('unavailable', 'Another process is taking over the data directory: try again in a moment')
  }

  const fate = await fateOf(holder, own)
  if (fate === 'ended' || (fate === 'unknown' && isStale)) return
  if (fate === 'running') throw serverIsRunning(holder.pid)
  const wait = Math.ceil((staleAfter - age) / 1000)
  throw new Refusal(
    'unavailable',
    `server is running (pid ${holder.pid}) on ${holder.hostname}, or ended less than ${Math.ceil(staleAfter / 1000)} s ago: if it ended, try again in ${wait} s`,
    { pid: holder.pid, hostname: holder.hostname },
    { retryAfter: wait },
  )
}

async function ageOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(missing)
  return found && Date.now() - found.mtimeMs
}

async function readLockFile(path: string): Promise<LockInfo | undefined> {
  const text = await readFile(path, 'utf8')
    .catch(missing)
    .catch((error: unknown) => {
      throw new Refusal(
        'unavailable',
        `The lock file ${path} cannot be read (${String(codeOf(error))}). Let the user who runs Masthead read and write it.`,
        undefined,
        { cause: error },
      )
    })
  if (!text?.endsWith('\n')) return undefined
  try {
    return JSON.parse(text) as LockInfo
  } catch {
    // Its holder, if there is one, can no longer refresh it: its age says nothing.
    throw new Refusal(
      'unavailable',
      `The lock file ${path} is damaged. If no Masthead uses this folder, delete the file and start again.`,
    )
  }
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'lock')
}

/** The longest path of a socket is 104 bytes on some systems. */
function controlPath(dataDir: string, token: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\masthead-${token}`
  const near = resolve(dataDir, 'control.sock')
  return Buffer.byteLength(near) < 100 ? near : join(tmpdir(), `masthead-${token}.sock`)
}

function missing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
