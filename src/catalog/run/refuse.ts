import type { Log } from '#kernel/log.ts'

import type { Answer } from './answer.ts'
import { type CallRecord, writeRecord } from './audit.ts'
import { type RefusedCall, tenantOf, type Trace } from './call.ts'
import type { Kit } from './kit.ts'
import { isRecorded, recordOf, statusOfRefusal } from './record.ts'
import { refusalOf } from './refusals.ts'
import { refused } from './result.ts'

/** The answer to a call that ended with an error; its record has a transaction of its own. */
export async function refuse(kit: Kit, trace: Trace, error: unknown): Promise<Answer> {
  const { operation, requestId } = trace.call
  const refusal = refusalOf(error, { log: kit.log, operation, requestId })
  if (isRecorded(trace)) {
    const status = statusOfRefusal(refusal, trace.executing)
    await recordAlone(kit, recordOf(trace, kit.now(), { status, code: refusal.code }))
  }
  return refused(trace, refusal)
}

/** Writes the record of a call that was refused before it reached the runner. */
export async function recordRefused(kit: Kit, { refusal, occurrences = 1, ...call }: RefusedCall): Promise<void> {
  const op = kit.operations.get(call.operation)
  const trace: Trace = { call, executing: false, ...(op === undefined ? {} : { op }) }
  await recordAlone(kit, recordOf(trace, kit.now(), { status: 'rejected', code: refusal.code, occurrences }))
  kit.recorded?.(call.access.organization.id)
}

/** A record in a transaction of its own. */
export function recordAlone({ database, log }: Kit, record: CallRecord): Promise<void> {
  return recordOrLog(log, record, () =>
    database.organizationStatement(tenantOf(record.access), 'write', (db) => writeRecord(db, record)),
  )
}

/** The caller gets its answer even when the record of a refused call cannot be written: the log says so. */
export async function recordOrLog(log: Log, record: CallRecord, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    log.error({ requestId: record.requestId, operation: record.operation, err: error }, 'audit_write_failed')
  }
}
