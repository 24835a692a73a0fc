import type { AuditRecord } from '#web/operations.ts'

/** A record of the list, and how many of the same kind it represents. */
export type Fold = { record: AuditRecord; count: number }

const sitting = 10 * 60_000

/**
 * Saves by one person of one item in one sitting become one line: the latest of them. Calls of agents are never folded. The
 * records come newest first.
 */
export function foldSittings(records: readonly AuditRecord[]): Fold[] {
  const folds: (Fold & { earliest: string })[] = []
  for (const record of records) {
    const last = folds.at(-1)
    if (last && isSameSitting(last.record, record, last.earliest)) {
      last.count++
      last.earliest = record.startedAt
    } else folds.push({ record, count: 1, earliest: record.startedAt })
  }
  return folds.map(({ record, count }) => ({ record, count }))
}

function isSameSitting(later: AuditRecord, earlier: AuditRecord, since: string): boolean {
  return (
    [later, earlier].every(({ credentialType, operation, status }) =>
      [credentialType, operation, status].every((value, at) => value === ['session', 'updateItem', 'succeeded'][at]),
    ) &&
    later.actorUserId === earlier.actorUserId &&
    later.effectiveRisk === earlier.effectiveRisk &&
    later.inputSummary['id'] === earlier.inputSummary['id'] &&
    Date.parse(since) - Date.parse(earlier.startedAt) <= sitting
  )
}
