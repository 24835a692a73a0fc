import type { Log } from '#kernel/log.ts'

import type { RefusedCall } from './call.ts'
import type { Runner } from './run.ts'

export type ThrottledCalls = {
  /** Counts one throttled operation call. Discovery is not a call and is not counted (audit.md#one-record-per-call). */
  count(call: RefusedCall): void
  /** Writes what was counted so far. */
  flush(): Promise<void>
  /** Writes the rest, and stops. */
  close(): Promise<void>
}

const minute = 60_000

/**
 * The audit of throttled calls: one record per credential and minute with the number of its calls
 * (audit.md#throttled-calls-are-counted). The record is that of the first call and is written when its minute ends.
 */
export function throttledCalls(parts: { record: Runner['record']; log: Log }): ThrottledCalls {
  const counted = new Map<string, { call: RefusedCall; occurrences: number; timer: NodeJS.Timeout }>()

  async function write(credential: string): Promise<void> {
    const entry = counted.get(credential)
    if (entry === undefined) return
    counted.delete(credential)
    clearTimeout(entry.timer)
    try {
      await parts.record({ ...entry.call, occurrences: entry.occurrences })
    } catch (error) {
      parts.log.error({ err: error, credential, occurrences: entry.occurrences }, 'audit_write_failed')
    }
  }

  async function flush(): Promise<void> {
    for (const credential of counted.keys()) await write(credential)
  }

  return {
    count(call) {
      const credential = call.access.actor.credentialId
      const entry = counted.get(credential)
      if (entry !== undefined) {
        entry.occurrences++
        return
      }
      const timer = setTimeout(() => void write(credential), minute)
      timer.unref()
      counted.set(credential, { call, occurrences: 1, timer })
    },
    flush,
    close: flush,
  }
}
