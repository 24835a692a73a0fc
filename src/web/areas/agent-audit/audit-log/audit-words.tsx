import { AppWindow, Cog, KeyRound, UserRound, type LucideIcon } from 'lucide-react'
import { personOf } from '#web/areas/organizations/use-people.ts'
import type { AuditRecord } from '#web/operations.ts'
import type { Tone } from '#web/parts/pill.tsx'

export const statusWords: Record<AuditRecord['status'], { label: string; tone: Tone }> = {
  succeeded: { label: 'Succeeded', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
  rejected: { label: 'Rejected', tone: 'warn' },
  replayed: { label: 'Replayed', tone: 'info' },
  waiting: { label: 'Waiting', tone: 'warn' },
}

export const riskWords: Record<NonNullable<AuditRecord['risk']>, string> = {
  read: 'Read',
  write: 'Write',
  publish: 'Publish',
  external: 'External',
  destructive: 'Destructive',
}

export const credentialWords: Record<AuditRecord['credentialType'], { label: string; Icon: LucideIcon }> = {
  api_key: { label: 'API key', Icon: KeyRound },
  oauth: { label: 'OAuth app', Icon: AppWindow },
  session: { label: 'Person', Icon: UserRound },
  system: { label: 'Masthead', Icon: Cog },
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
