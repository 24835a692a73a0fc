import type { AuditRecord } from '#web/operations.ts'

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
  const rows = records.map((record) => columns.map((name) => cell(record[name])).join(','))
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`
}

/** A cell by RFC 4180. What a spreadsheet would take for a formula becomes text: others choose the names in the log. */
function cell(value: unknown): string {
  const text = value == null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
