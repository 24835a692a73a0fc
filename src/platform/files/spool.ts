import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { Refusal } from '#kernel/errors.ts'
import { TooManyBytes } from '#kernel/files.ts'

/** What was spooled into a temporary file. */
export type Spooled = { path: string; bytes: number; sha256: Buffer }

/** Where files are kept below a folder until they are complete. */
export const unfinishedOf = (folder: string) => join(folder, '.unfinished')

/** How often a process shows that a temporary file is still its own, in ms, and after which time without that one is left over. */
const touchEveryMs = 10_000
const staleAfterMs = 30_000

const inUse = new Set<string>()
let toucher: NodeJS.Timeout | undefined

/**
 * Writes incoming bytes into a temporary file of the folder, counted and hashed on the way, and syncs it to the disk. Whatever
 * goes wrong, nothing is left behind.
 */
export async function spool(
  folder: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Spooled> {
  const path = join(folder, `${Date.now()}-${randomBytes(9).toString('hex')}`)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600)
    keepFresh(path)
    try {
      for await (const chunk of content instanceof Uint8Array ? [content] : content) {
        bytes += chunk.length
        if (bytes > maxBytes) throw new TooManyBytes(`more than ${maxBytes} bytes came`)
        hash.update(chunk)
        await writeAll(file, chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    return { path, bytes, sha256: hash.digest() }
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined)
    throw orUnavailable(error)
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  let written = 0
  while (written < chunk.length) {
    const { bytesWritten } = await file.write(chunk, written, chunk.length - written)
    written += bytesWritten
  }
}

// Until the file is renamed or removed. Other nodes may share the folder: they see the time of the file only.
function keepFresh(path: string): void {
  inUse.add(path)
  toucher ??= setInterval(() => void touchAll(), touchEveryMs).unref()
}

async function touchAll(): Promise<void> {
  const now = new Date()
  for (const path of inUse) await utimes(path, now, now).catch(() => inUse.delete(path))
  if (inUse.size > 0) return
  clearInterval(toucher)
  toucher = undefined
}

/** Removes temporary files that a process left behind when it was killed (media.md#raw-bytes-go-soon). */
export async function removeStale(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    if (inUse.has(path)) continue
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && now - found.mtimeMs > staleAfterMs) await rm(path, { force: true })
  }
}

/**
 * What the system does not do right now is 503 `unavailable`: a full disk, a share that is away, a folder that is closed or can only be
 * read. Anything else passes unchanged.
 */
export function orUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error
  return new Refusal('unavailable', sentenceOf(error.code), undefined, { retryAfter: 5, cause: error })
}

function sentenceOf(code: unknown): string {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk for files is full. Reads go on; free some space and repeat the call.'
  if (code === 'EMFILE' || code === 'ENFILE') return 'Too many files are open right now. Repeat the call.'
  return 'Files cannot be stored or read right now. Repeat the call; the log says why.'
}
