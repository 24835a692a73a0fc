import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Log } from '#kernel/log.ts'

import { listSnapshots, takeSnapshot } from './snapshot.ts'

export type DailyOptions = {
  directory: string
  snapshots: string
  copy: (to: string) => Promise<void>
  log: Log
  now?: () => Date
}

const day = 24 * 3600 * 1000
/** A missed snapshot is taken within a minute of the start. In ms. */
const firstLook = 30_000
const everyMs = 10 * 60_000
/** Everybody waits while the files are copied, so that a larger database has none. In bytes. */
const largest = 1024 ** 3

/** Takes a snapshot of the embedded database while it serves, when the newest daily one is a day old. */
export function dailySnapshots(options: DailyOptions): {
  look(): Promise<'taken' | 'fresh' | 'large'>
  stop(): Promise<void>
} {
  const { directory, snapshots, copy, log, now = () => new Date() } = options
  let looking: Promise<unknown> = Promise.resolve()

  async function look() {
    const last = (await listSnapshots(snapshots, now())).findLast(({ name }) => name.endsWith('-daily'))
    const age = now().getTime() - (last?.takenAt.getTime() ?? 0)
    // One from a time that has not come yet is of a clock that was set back since: how old it is, nobody knows.
    if (age >= 0 && age < day) return 'fresh'
    if ((await bytesOf(directory)) > largest) {
      log.warn({}, 'the database is too large for daily snapshots: make backups with masthead backup')
      return 'large'
    }
    const path = await takeSnapshot({ copy, snapshots, label: 'daily', now: now() })
    log.info({ path }, 'daily snapshot taken')
    return 'taken'
  }

  const lookAgain = () => {
    looking = look().catch((error: unknown) => log.error({ err: error }, 'daily snapshot failed'))
  }
  const first = setTimeout(lookAgain, firstLook)
  const timer = setInterval(lookAgain, everyMs)
  first.unref()
  timer.unref()
  return {
    look,
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      await looking
    },
  }
}

async function bytesOf(directory: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      bytes += await stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      )
  return bytes
}
