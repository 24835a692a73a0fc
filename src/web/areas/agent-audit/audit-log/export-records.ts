import type { AuditRecord } from '#web/operations.ts'
import { csvOf } from '#web/parts/csv.ts'

export type ExportFormat = 'csv' | 'json'

const columns = [
  'startedAt',
  'finishedAt',
  'durationMs',
  'operation',
  'status',
  'code',
  'sentence',
  'risk',
  'effectiveRisk',
  'requiredScope',
  'credentialType',
  'credentialId',
  'clientName',
  'actorUserId',
  'interface',
  'requestId',
  'clientRequestId',
  'confirmed',
  'occurrences',
  'replayOf',
  'idempotencyKeyHash',
  'note',
  'revertedBy',
  'inputSummary',
  'resultSummary',
] as const satisfies readonly (keyof AuditRecord)[]

/** The text of a file with these records. */
export function fileOf(records: readonly AuditRecord[], format: ExportFormat): string {
  if (format === 'json') return `${JSON.stringify(records, null, 2)}\n`
  return csvOf(columns, records)
}
