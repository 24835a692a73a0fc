import { existsSync } from 'node:fs'
import { link, open, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { type FilesTold, syncPath } from './fsync.ts'

const segmentBytes = 16 * 1024 * 1024
/** How many segments are ready beyond the one that is written. */
const ahead = 3
/** A segment is written in parts, with pauses in ms between: commits wait for the same disk. */
const partBytes = 1024 * 1024
const pauseMs = 20
/** Bytes that stay free: what is made ahead must not fill a disk. */
const leftFree = 20 * segmentBytes

/** How the engine calls a segment that is being made, and removes it at its next start. */
const unfinishedName = 'xlogtemp.'

/**
 * Makes the next segments of the engine's log beside it, once it had to make one itself (database.md#log-segments-ahead). What cannot be made, the
 * engine makes.
 */
export function makeLogAhead(): FilesTold {
  const made = new Set<string>()
  let isMaking = false

  const make = async (path: string) => {
    isMaking = true
    try {
      for (const next of segmentsAfter(path)) if (await makeSegment(next)) made.add(next)
    } catch {
      // A full disk, or one without links.
    } finally {
      isMaking = false
    }
  }
  return {
    renamed(from, to) {
      if (from.startsWith(unfinishedName) && !isMaking) void make(to)
    },
    opened(path) {
      if (made.delete(path) && !isMaking) void make(path)
    },
  }
}

/** The segments behind one: a name is a time line, 8 digits, and a number, of which the last 8 digits count to 255. */
export function segmentsAfter(path: string): string[] {
  const name = path.slice(-24)
  const number = BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`)
  return Array.from({ length: ahead }, (_, n) => {
    const next = number + BigInt(n + 1)
    return path.slice(0, -24) + name.slice(0, 8) + digits(next / 256n) + digits(next % 256n)
  })
}

const digits = (part: bigint) => part.toString(16).toUpperCase().padStart(8, '0')

/** Whether it was missing. It appears complete and synced, or not at all. */
async function makeSegment(path: string): Promise<boolean> {
  const folder = dirname(path)
  if (existsSync(path)) return false
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < leftFree) return false
  const unfinished = join(folder, `${unfinishedName}ahead`)
  try {
    await fill(unfinished)
    // Unlike a rename it never takes the place of a file: the engine may have made its own meanwhile.
    await link(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  syncPath(folder)
  return true
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    const part = new Uint8Array(partBytes)
    for (let at = 0; at < segmentBytes; at += partBytes) {
      await file.write(part, 0, partBytes, at)
      await file.sync()
      await pause(pauseMs, undefined, { ref: false })
    }
  } finally {
    await file.close()
  }
}
