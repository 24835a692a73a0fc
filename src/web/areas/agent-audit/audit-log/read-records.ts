import { auditQuery } from '#web/areas/agent-audit/audit-log/audit-query.ts'
import type { AuditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import type { Client } from '#web/client.ts'
import type { AuditRecord } from '#web/operations.ts'

const pageSize = 100

type Options = {
  organizationId: string
  /** Whose page it is. */
  userId: string
  /** Reading ends with the page that reaches it. */
  most: number
  signal: AbortSignal
  onProgress(done: number): void
}

/** Reads the filtered log, newest first: page after page of the operation that the list itself uses. */
export async function readRecords(
  call: Client['call'],
  asked: AuditSearch,
  { organizationId, userId, most, signal, onProgress }: Options,
): Promise<AuditRecord[]> {
  const now = Date.now()
  const query = auditQuery(asked, now)
  // Records that arrive meanwhile would shift the pages.
  const input = { ...query, pageSize, to: query.to ?? new Date(now).toISOString() }
  const records = new Map<string, AuditRecord>()
  for (let page = 1; records.size < most; page++) {
    const options = { organizationId, userId, read: true, signal } as const
    const { result } = await call('listAgentAuditLog', { ...input, page }, options)
    for (const record of result.items) records.set(record.id, record)
    onProgress(Math.min(records.size, most))
    if (!result.hasMore) break
  }
  return [...records.values()]
}
