import { personOf } from '#web/areas/organizations/use-people.ts'
import type { AuditRecord } from '#web/operations.ts'
import type { Tone } from '#web/parts/status.tsx'

export const statusWords: Record<AuditRecord['status'], { label: string; tone: Tone }> = {
  succeeded: { label: 'Done', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
  rejected: { label: 'Refused', tone: 'warn' },
  replayed: { label: 'Repeated', tone: 'info' },
  waiting: { label: 'Waits for approval', tone: 'warn' },
}

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

/** Why a call was refused or failed, for a row; what is missing here is in its panel. */
export const reasonWords: Partial<Record<string, string>> = {
  insufficient_scope: 'its key does not allow it',
  role_forbidden: 'its role does not allow it',
  operation_excluded: 'only people may do it',
  organization_suspended: 'the organization is suspended',
  insufficient_credits: 'not enough credits',
  plan_required: 'not part of the plan',
  unknown_operation: 'nothing is called like this',
  not_found: 'it does not exist',
  slug_taken: 'the slug belongs to another one',
  version_conflict: 'it was changed meanwhile',
  invalid_transition: 'not possible in its state',
  in_use: 'something still uses it',
  last_owner: 'it is the last owner',
  approval_declined: 'a person declined it',
  remote_changed: 'it was changed in the other system',
  job_running: 'another job is under way',
  malformed_request: 'the request cannot be read',
  too_large: 'it is too large',
  validation_failed: 'the input is not valid',
  idempotency_key_reused: 'its key was used for another call',
  collection_disabled: 'the collection is switched off',
  blocked_by_policy: 'a rule of the organization forbids it',
  cost_limit_exceeded: 'it would cost too much',
  provider_not_configured: 'no model is configured',
  not_connected: 'the service is not connected',
  auth_expired: 'the service refuses its credential',
  idempotency_key_required: 'a key for repeats is missing',
  rate_limited: 'too many calls',
  cancelled: 'the caller hung up',
  internal_error: 'a fault of the server',
  upstream_failed: 'the other service failed',
  unavailable: 'the server was busy',
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
