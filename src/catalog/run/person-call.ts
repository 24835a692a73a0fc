import type { OrganizationId, RequestId, UserId } from '#kernel/ids.ts'
import type { AnyProcedure, Browser, Person } from '#kernel/procedure.ts'

import type { Answer } from './answer.ts'
import type { CallRecord } from './audit.ts'
import { objectOf } from './audited-object.ts'
import type { Envelope } from './call.ts'
import { summarise } from './summary.ts'

/** One call of a procedure, by the cookie that the browser sent. */
export type PersonCall = {
  procedure: string
  token: string | undefined
  /** The person whose page it is, where a page calls (web.md#pages-belong-to-one-person). */
  pageOf?: string | undefined
  browser: Browser
  requestId: RequestId
  startedAt: Date
  envelope(): Promise<Envelope>
}

/** `session`: the token that the browser has from now on; null: none; undefined: the one it had. */
export type PersonAnswer = Answer & { session?: string | null }

/** What is known of a call of a person while it travels. */
export type PersonTrace = {
  met?: PersonMet
  step?: PersonStep
  executing: boolean
  /** Refused because there were too many (audit.md#throttled-calls-are-counted). */
  isThrottled?: true
}
export type PersonMet = { call: PersonCall; procedure: AnyProcedure; person: Person | null }
export type PersonStep = PersonMet & { envelope: Envelope; input: Record<string, unknown> }
/** Which organization the record of a call belongs to, and who acted. */
export type Reached = { organizationId: OrganizationId; userId: UserId; credentialId: string | null }

/** The organization that the person is looking at; null: none. */
export function reachedBy(person: Person | null): Reached | null {
  if (person === null || person.activeOrganizationId === null) return null
  return { organizationId: person.activeOrganizationId, userId: person.userId, credentialId: person.sessionId }
}

/** Whether a call leaves a record: the web application's reads and its own state do not (audit.md#one-record-per-call). */
export function leavesRecord({ risk, excluded }: AnyProcedure): boolean {
  return risk !== 'read' && excluded !== 'ui_only_state'
}

/** The audit record of a person's call. */
export function personRecord(
  step: PersonMet & Partial<PersonStep>,
  { organizationId, userId, credentialId }: Reached,
  outcome: {
    at: Date
    status: CallRecord['status']
    code?: string
    occurrences?: number
    result?: Record<string, unknown>
  },
): CallRecord {
  const { call, procedure, envelope } = step
  const shown = outcome.result === undefined ? undefined : objectOf(procedure, { input: {}, result: outcome.result })
  return {
    operation: procedure.name,
    interface: 'app',
    access: {
      actor: {
        kind: 'user',
        userId,
        credentialType: 'session',
        credentialId: credentialId ?? userId,
        clientName: null,
      },
      organization: { id: organizationId },
    },
    requestId: call.requestId,
    clientRequestId: undefined,
    startedAt: call.startedAt,
    finishedAt: outcome.at,
    scope: null,
    risk: procedure.risk,
    effectiveRisk: procedure.risk,
    status: outcome.status,
    code: outcome.code ?? null,
    confirmed: envelope?.confirm === true,
    idempotencyKey: undefined,
    replayOf: null,
    occurrences: outcome.occurrences ?? 1,
    deed: { doing: procedure.title },
    object: shown ?? { type: 'user', id: userId },
    inputSummary: envelope === undefined ? {} : summarise(procedure.input, envelope.input),
    resultSummary: outcome.result === undefined ? {} : summarise(procedure.output, outcome.result),
  }
}
