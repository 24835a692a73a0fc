import type { RawBuilder } from 'kysely'

import type { Plan } from './entitlement.ts'
import type { OrganizationId, UserId } from './ids.ts'
import type { ApprovalRisk } from './risk.ts'
import type { Role, Scope } from './scope.ts'

/** What agents act by. */
export const agentCredentials = ['api_key', 'oauth'] as const

/** Who acts. */
export const actors = ['user', 'agent', 'system'] as const

/** Who acts. An agent's key acts as the person who created it. */
export type Actor = {
  kind: (typeof actors)[number]
  userId: UserId
  credentialType: 'session' | 'api_key' | 'oauth' | 'system'
  credentialId: string
  /** Name of the key or application, for the audit log. */
  clientName: string | null
}

export type OrganizationFacts = {
  id: OrganizationId
  slug: string
  name: string
  plan: Plan
  suspended: boolean
  maxKeyDays: number | null
  /** Which calls of agents wait for a person (approvals.md#policy-comes-with-callers). */
  approvalRisks: readonly ApprovalRisk[]
}

/** What a credential may do right now: read once per request, never from a cache (calls.md#no-authentication-cache). */
export type Access = {
  actor: Actor
  organization: OrganizationFacts
  role: Role
  /** Scopes of the credential. */
  grantedScopes: readonly Scope[]
  /** Scopes of a grant that its client gave up for this token when it refreshed (oauth.md#grants-count-as-they-are). */
  withheldScopes?: readonly Scope[]
  /** Scopes of the credential within the ceiling of the role as it is now. */
  scopes: readonly Scope[]
  /** Whom an idempotency key belongs to (calls.md#idempotency-keys). */
  principal: string
  /** Until when a session is elevated (account.md#elevation). */
  elevatedUntil: Date | null
  /** True of a session that has not passed the second factor of its account (account.md#second-factor-before-access). */
  lacksSecondFactor?: boolean
  rate: RateState
  keyExpiresAt: Date | null
}

/** Whether a person approves what this caller makes public. */
export function isApproved({ actor, organization }: Pick<Access, 'actor' | 'organization'>): boolean {
  return actor.kind === 'agent' && organization.approvalRisks.includes('publish')
}

/** What the limiter says of this request (calls.md#exact-rate-limit). Times in milliseconds. */
export type RateState = { limit: number; allowed: boolean; remaining: number; resetMs: number }

/** Counts a request against an exact sliding window: no window of `windowMs` contains more than `limit` admissions. */
export type Limiter = {
  hit(id: string, limit: number, windowMs: number): Promise<Hit>
  /** The same count inside the statement that finds the credential, where the database counts (calls.md#one-statement-admits). */
  inStatement?: CountInStatement
}

/** What a limiter says of one request. Times in milliseconds. */
export type Hit = { allowed: boolean; remaining: number; resetMs: number }

/** Counts where `when` holds, by the id and the limit of the row that is found; null otherwise. */
export type CountInStatement = (row: {
  id: RawBuilder<string>
  limit: RawBuilder<number>
  when: RawBuilder<boolean>
}) => RawBuilder<Hit | null>
