import type { Log } from '#kernel/log.ts'
import { DatabaseGone } from '#platform/database/database-gone.ts'

import type { CallRecord } from './audit.ts'

/** Records that wait at most, half of them of one organization; more are lost, and counted. */
const most = 1_000
const pauseMs = 10_000

export type LateRecords = {
  /** Takes the record of a read that was answered although nothing could be written. */
  keep(record: CallRecord): void
  /** Tries to write what waits. */
  flush(): Promise<void>
}

/**
 * Records of reads on a full disk (audit.md#reads-go-on-when-full): they wait in this process and are written in their order as
 * soon as there is room.
 */
export function lateRecords({ write, log }: { write(record: CallRecord): Promise<void>; log: Log }): LateRecords {
  const waiting: CallRecord[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  function keep(record: CallRecord): void {
    const { id } = record.access.organization
    const own = waiting.filter(({ access }) => access.organization.id === id)
    if (waiting.length < most && own.length < most / 2) waiting.push(record)
    else lost++
    const { requestId, operation } = record
    log.warn(
      { requestId, operation, waiting: waiting.length, lost },
      'audit_record_waits: the database takes no changes',
    )
    timer ??= setTimeout(again, pauseMs).unref()
  }

  function again(): void {
    timer = undefined
    void flush().finally(() => {
      if (waiting.length > 0) timer ??= setTimeout(again, pauseMs).unref()
    })
  }

  // The usual case costs nothing.
  const flush = async () => {
    if (waiting.length > 0) await (running ??= writeAll().finally(() => (running = undefined)))
  }

  async function writeAll(): Promise<void> {
    let written = 0
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const error = await write(next).then(
        () => undefined,
        (cause: unknown) => cause,
      )
      if (error !== undefined && isGone(error)) return
      waiting.shift()
      if (error === undefined) written++
      // One that can never be written, as of an organization that has gone, does not keep the others waiting.
      else log.error({ requestId: next.requestId, operation: next.operation, err: error }, 'audit_write_failed')
    }
    if (written === 0) return
    log.info({ written, lost }, 'audit records were written late')
    lost = 0
  }

  return { keep, flush }
}

/** Whether the database cannot write right now: what waits goes on waiting. */
function isGone(error: unknown): boolean {
  return error instanceof DatabaseGone || (error instanceof Error && error.cause !== undefined && isGone(error.cause))
}
