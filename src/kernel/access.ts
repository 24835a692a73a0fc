import type { RawBuilder } from 'kysely'

import type { Plan } from './entitlement.ts'
import type { OrganizationId, UserId } from './ids.ts'
import type { Role, Scope } from './scope.ts'

/** Who acts. An agent's key acts as the person who created it. */
export type Actor = {
  kind: 'user' | 'agent' | 'system'
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
}

/** What a credential may do right now: read once per request in one joined query, never from a cache (identity.md 6). */
export type Access = {
  actor: Actor
  organization: OrganizationFacts
  role: Role
  /** Scopes of the credential. */
  grantedScopes: readonly Scope[]
  /** Scopes of the credential within the ceiling of the role as it is now. */
  scopes: readonly Scope[]
  /** Whom an idempotency key belongs to (D-16). */
  principal: string
  /** Elevated until, for sessions (identity.md 2.4). */
  elevatedUntil: Date | null
  rate: RateState
  keyExpiresAt: Date | null
}

/** The limiter's word on this request (identity.md 7). Times in milliseconds. */
export type RateState = { limit: number; allowed: boolean; remaining: number; resetMs: number }

/** Counts a request against an exact sliding window: no window of `windowMs` holds more than `limit` admissions. */
export type Limiter = {
  hit(id: string, limit: number, windowMs: number): Promise<Hit>
  /** The same count as a value of the statement that finds the credential, where the database counts (identity.md 6). */
  inStatement?: CountInStatement
}

/** What a limiter says of one request. Times in milliseconds. */
export type Hit = { allowed: boolean; remaining: number; resetMs: number }

/** Counts where `when` holds, by the id and the limit of the row that is found; null where it does not. */
export type CountInStatement = (row: {
  id: RawBuilder<string>
  limit: RawBuilder<number>
  when: RawBuilder<boolean>
}) => RawBuilder<Hit | null>
