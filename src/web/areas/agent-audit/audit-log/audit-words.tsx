import { personOf } from '#web/areas/organizations/person-of.ts'
import type { AuditRecord } from '#web/operations.ts'
import type { Tone } from '#web/parts/status.tsx'

export const statusWords: Record<AuditRecord['status'], { label: string; tone: Tone }> = {
  succeeded: { label: 'Done', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
  rejected: { label: 'Refused', tone: 'warn' },
  replayed: { label: 'Repeated', tone: 'info' },
  waiting: { label: 'Waits for approval', tone: 'warn' },
}

type Words = { label: string; tone: Tone }

/** What became of a call that waited for a person. */
const decidedWords: Record<NonNullable<AuditRecord['approvalState']>, Words> = {
  pending: statusWords.waiting,
  approved: { label: 'Approved', tone: 'info' },
  declined: { label: 'Declined', tone: 'neutral' },
  used: { label: 'Approved and done', tone: 'ok' },
  expired: { label: 'No longer waits', tone: 'neutral' },
  outdated: { label: 'Asked again', tone: 'neutral' },
}

/** How a call ended, with what a person decided since. */
export function stateWords({ status, approvalState }: Pick<AuditRecord, 'status' | 'approvalState'>): Words {
  return status === 'waiting' ? decidedWords[approvalState ?? 'expired'] : statusWords[status]
}

/** Whether a call still waits for a person. */
export const stillWaits = ({ status, approvalState }: Pick<AuditRecord, 'status' | 'approvalState'>): boolean =>
  status === 'waiting' && approvalState === 'pending'

export const riskWords: Record<NonNullable<AuditRecord['risk']>, string> = {
  read: 'Read',
  write: 'Write',
  publish: 'Publish',
  external: 'External',
  destructive: 'Destructive',
}

export const credentialWords: Record<AuditRecord['credentialType'], { label: string; isAgent: boolean }> = {
  api_key: { label: 'API key', isAgent: true },
  oauth: { label: 'OAuth app', isAgent: true },
  session: { label: 'Person', isAgent: false },
  system: { label: 'Masthead', isAgent: false },
}

export const interfaceWords: Record<AuditRecord['interface'], string> = {
  rest: 'Agent API (/v2)',
  mcp: 'MCP',
  app: 'Web application',
  cli: 'Command line',
}

/** The name under which somebody acted. */
export function actorName(record: AuditRecord, people: ReadonlyMap<string, string>): string {
  if (record.credentialType === 'system') return credentialWords.system.label
  return record.clientName ?? personOf(record.actorUserId, people)
}

/** "420 ms", "2.4 s". */
export function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}
