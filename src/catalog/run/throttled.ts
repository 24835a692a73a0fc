import type { Log } from '#kernel/log.ts'

import type { RefusedCall } from './call.ts'
import type { Runner } from './run.ts'

export type ThrottledCalls = {
  /** Counts one throttled operation call. Discovery is not a call and is not counted (audit.md#one-record-per-call). */
  count(call: RefusedCall): void
  /** Counts a throttled call of another kind; `write` writes its record with the number of calls. */
  countAs(caller: Caller, write: (occurrences: number) => Promise<void>): void
  /** Writes what was counted so far. */
  flush(): Promise<void>
  /** Writes the rest, and stops. */
  close(): Promise<void>
}

/** A session can call in several organizations; each has its own records. */
type Caller = { organizationId: string; credentialId: string }
type Counted = { write: (occurrences: number) => Promise<void>; occurrences: number; timer: NodeJS.Timeout }

const minute = 60_000

/**
 * The audit of throttled calls: one record per organization, credential and minute with the number of its calls
 * (audit.md#throttled-calls-are-counted). The record is that of the first call and is written when its minute ends.
 */
export function throttledCalls(parts: { record: Runner['record']; log: Log }): ThrottledCalls {
  const counted = new Map<string, Counted>()

  async function write(caller: string): Promise<void> {
    const entry = counted.get(caller)
    if (entry === undefined) return
    counted.delete(caller)
    clearTimeout(entry.timer)
    try {
      await entry.write(entry.occurrences)
    } catch (error) {
      parts.log.error({ err: error, caller, occurrences: entry.occurrences }, 'audit_write_failed')
    }
  }

  function countAs({ organizationId, credentialId }: Caller, record: Counted['write']): void {
    const caller = `${organizationId} ${credentialId}`
    const entry = counted.get(caller)
    if (entry !== undefined) {
      entry.occurrences++
      return
    }
    const timer = setTimeout(() => void write(caller), minute)
    timer.unref()
    counted.set(caller, { write: record, occurrences: 1, timer })
  }

  async function flush(): Promise<void> {
    for (const caller of counted.keys()) await write(caller)
  }

  return {
    count(call) {
      const { actor, organization } = call.access
      countAs({ organizationId: organization.id, credentialId: actor.credentialId }, (occurrences) =>
        parts.record({ ...call, occurrences }),
      )
    },
    countAs,
    flush,
    close: flush,
  }
}
