import type { Access, Actor } from '#kernel/access.ts'
import type { Rehearsal } from '#kernel/approval.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId, type RequestId } from '#kernel/ids.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import type { Risk } from '#kernel/risk.ts'
import type { Scope } from '#kernel/scope.ts'

import type { Binding } from './idempotency.ts'
import type { Door } from './permit.ts'
import type { AuditObject } from './sentence.ts'

/** The body of a call, checked for form: what is left out is false or undefined. */
export type Envelope = {
  input: Record<string, unknown>
  confirm: boolean
  dryRun: boolean
  idempotencyKey: string | undefined
}

/** One call of an operation, through any door. Its credential is admitted; its envelope is read late (calls.md#envelope-is-read-late). */
export type Call = {
  door: Door
  operation: string
  access: Access
  requestId: RequestId
  clientRequestId: string | undefined
  startedAt: Date
  /** What an agent's protocol says about the call (mcp.md#client-claims). */
  agent?: AgentClaim
  /** Aborted when the caller goes away: a read stops, a change runs to its end. */
  signal?: AbortSignal | undefined
  /** The server's own look at what a caller may read: not a call of theirs, so it leaves no record (mcp.md#streams-are-woken). */
  unrecorded?: true
  envelope(): Promise<Envelope>
}

/** The client's own words, true as far as it is honest. */
export type AgentClaim = {
  /** Name and version of the client program. */
  client: string | null
  /** The version of the protocol. */
  protocol: string
  /** The trace id of `traceparent` (W3C Trace Context). */
  traceId: string | null
}

/** A call that was refused at the door: its credential is known, but expired or over its limit. */
export type RefusedCall = Omit<Call, 'envelope'> & { refusal: Refusal; occurrences?: number }

/**
 * The idempotency key of a call. `isSettled`: it was looked up, or is being claimed, and need not be looked up before a
 * refusal. `isReused`: it belongs to another call.
 */
export type CallKey = { binding: Binding; isSettled: boolean; isReused: boolean }

/** What is known of a call while it travels; its record is made from it. */
export type Trace = {
  call: Omit<Call, 'envelope'>
  op?: AnyOperation
  envelope?: Envelope
  effectiveRisk?: Risk
  /** The stored records make it a publication for approvals. */
  isPublication?: boolean
  /** The scope that its input, or the stored record, asked for besides that of the operation (audit.md#used-scopes-from-records). */
  alsoNeeded?: Scope
  /** The approval that the call waits for or runs by; `asked` by this very call (approvals.md#asked-once). */
  approval?: { approvalId: string; asked?: true }
  /** What the approval binds. */
  approved?: Pick<Rehearsal, 'bound' | 'effect'>
  /** The approval was used up before the call began (approvals.md#outside-once). */
  isApprovalTaken?: boolean
  /** Undefined where no answer is kept. */
  key?: CallKey | undefined
  executing: boolean
  /** Why it is made, in the words of the caller. */
  note?: string
  /** The record that it is about, with its title, as it was before the call. */
  object?: AuditObject | undefined
  /** What a rehearsal of it answered. */
  rehearsed?: Record<string, unknown>
}

/** A call that passed the door: operation, envelope and input are known. */
export type Step = Trace & { op: AnyOperation; envelope: Envelope; input: Record<string, unknown> }

/** Throws when nobody waits for the answer any longer. Only reads stop: a change that has begun runs to its end. */
export function requireCaller(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new Refusal('cancelled', 'The caller went away before the answer was ready.')
}

/** A new id, made by the server for every request (http.md#request-ids-are-ours). */
export const newRequestId = () => newId('request')

/** The tenant of a call, for its transactions. */
export function tenantOf({ organization, actor }: { organization: Pick<Access['organization'], 'id'>; actor: Actor }): {
  organizationId: string
  userId: Actor['userId']
  credentialId: string
} {
  return { organizationId: organization.id, userId: actor.userId, credentialId: actor.credentialId }
}
