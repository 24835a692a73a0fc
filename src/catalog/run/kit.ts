import type { Wake } from '#kernel/job.ts'
import type { AnyOperation } from '#kernel/operation.ts'

import { type CallRecord, writeRecord } from './audit.ts'
import { tenantOf } from './call.ts'
import { type ContextParts, equipped, type Equipped } from './contexts.ts'
import { runningKeys } from './idempotency.ts'
import { type LateRecords, lateRecords } from './late-records.ts'

export type RunnerParts = ContextParts & {
  operations: ReadonlyMap<string, AnyOperation>
  /** In tests a result field that the output schema does not have is a failure. */
  strictResults?: boolean
  /** Learns that a call of an organization left a record, or something that pages are told, once everybody can see it. */
  recorded?: (organizationId: string) => void
  /** Learns of every commit of a change, which may have left work for a worker. */
  wake?: (what: Wake) => void
}

/** What the steps of a call work with. */
export type Kit = Equipped<RunnerParts> & { keys: ReturnType<typeof runningKeys>; late: LateRecords }

export function kitOf(parts: RunnerParts): Kit {
  const { database, log } = parts
  const write = (record: CallRecord) =>
    database.organizationStatement(tenantOf(record.access), 'write', (db) => writeRecord(db, record))
  return { ...equipped(parts), keys: runningKeys(), late: lateRecords({ write, log }) }
}
