import { defined } from '#std/objects.ts'
import { type AuditSearch, spans } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import type { AuditQuery } from '#web/operations.ts'

const minute = 60_000

/** The input of `listAgentAuditLog` for a state of the log. A span that ends now begins at a full minute. */
export function auditQuery(asked: AuditSearch, now: number): AuditQuery {
  const { who = 'agent', credential, status, risk, person, operation, agent, search, time, from, to, page } = asked
  const { changes } = asked
  const since = time ? new Date(Math.floor((now - spans[time]) / minute) * minute).toISOString() : from
  return {
    page: page ?? 1,
    pageSize: 50,
    ...defined({
      actorKind: who === 'everyone' ? undefined : who,
      credentialType: credential,
      status,
      risk,
      changesOnly: changes,
      actorUserId: person,
      operation,
      credentialId: agent,
      search,
      from: since,
      to,
    }),
  }
}

/** How many filters are set besides the one that is always set. */
export function filterCount(asked: AuditSearch) {
  const { credential, status, risk, changes, person, operation, agent, search, time, from, to } = asked
  const span = time ?? from ?? to
  return [credential, status, risk, changes, person, operation, agent, search, span].filter(
    (value) => value !== undefined,
  ).length
}

type Heard = {
  operation: string
  credentialType: string
  status: string
  risk: string | null
  actorUserId: string | null
}

/** Whether a call that was just reported belongs to the list; its text, and its key or app, cannot be known yet. */
export function concerns(asked: AuditSearch, call: Heard): boolean {
  const { who = 'agent', credential, status, risk, changes, person, operation, to } = asked
  const isChange = call.risk !== 'read' && (call.status === 'succeeded' || call.status === 'waiting')
  const kind = { api_key: 'agent', oauth: 'agent', session: 'person' }[call.credentialType] ?? 'system'
  return (
    (who === 'everyone' || who === kind) &&
    (credential ?? call.credentialType) === call.credentialType &&
    (status ?? call.status) === call.status &&
    (risk ?? call.risk) === call.risk &&
    (changes !== true || isChange) &&
    (person ?? call.actorUserId) === call.actorUserId &&
    (operation ?? call.operation) === call.operation &&
    to === undefined
  )
}
