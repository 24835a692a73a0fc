import { maskCredentials } from '#kernel/credential-text.ts'
import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { hashOf, newToken } from '#kernel/tokens.ts'

const minute = 60_000
const day = 24 * 60 * minute

// Sliding while the session is in use, and an end however much it is used (account.md#sessions).
const idleLimit = 14 * day
const absoluteLimit = 90 * day
const elevation = 10 * minute
const seenEvery = 10 * minute

export type NewSession = {
  userId: string
  organizationId: string | null
  addressPrefix: string
  userAgent: string | undefined
  /** Whether the second factor of the account was passed. */
  withSecondFactor?: boolean
  now: Date
}

/** What the browser gets: the secret of the cookie, and until when the session counts as elevated. */
export type SessionToken = { token: string; elevatedUntil: Date }

/** Signs a person in: a new session that counts as elevated. */
export async function openSession(db: AuthDb, session: NewSession): Promise<SessionToken & { sessionId: string }> {
  const { userId, organizationId, addressPrefix, userAgent, withSecondFactor = false, now } = session
  const sessionId = newId('session')
  const token = newToken()
  const elevatedUntil = new Date(now.getTime() + elevation)
  await db
    .insertInto('auth.sessions')
    .values({
      id: sessionId,
      token_hash: hashOf(token),
      user_id: userId,
      active_organization_id: organizationId,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + absoluteLimit),
      elevated_until: elevatedUntil,
      ip_prefix: addressPrefix,
      user_agent: userAgent === undefined ? null : maskCredentials(userAgent).slice(0, 300),
      second_factor_at: withSecondFactor ? now : null,
    })
    .execute()
  return { sessionId, token, elevatedUntil }
}

/**
 * Elevates a session after its password or a code was entered again, under a new token: the old one ends. What is left out about
 * the second factor stays. Errors: `unauthenticated` when the session has ended meanwhile.
 */
export async function elevateSession(
  db: AuthDb,
  sessionId: string,
  { now, secondFactor }: { now: Date; secondFactor?: 'passed' | 'none' },
): Promise<SessionToken> {
  const token = newToken()
  const elevatedUntil = new Date(now.getTime() + elevation)
  const elevated = await db
    .updateTable('auth.sessions')
    .set({
      token_hash: hashOf(token),
      elevated_until: elevatedUntil,
      last_seen_at: now,
      ...(secondFactor === undefined ? {} : { second_factor_at: secondFactor === 'passed' ? now : null }),
    })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()
  if (elevated === undefined) throw new Refusal('unauthenticated', 'This session has ended. Sign in again.')
  return { token, elevatedUntil }
}

/** Ends sessions of a person: one, all but one, or all. Returns how many. */
export async function endSessions(
  db: AuthDb,
  userId: string,
  { only, but }: { only?: string; but?: string } = {},
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('auth.sessions')
    .where('user_id', '=', userId)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(but !== undefined, (query) => query.where('id', '<>', but ?? ''))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The sessions of a person that have not ended, most recently seen first. */
export async function sessionsOf(db: AuthDb, userId: string, now: Date) {
  const rows = await db
    .selectFrom('auth.sessions')
    .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'ip_prefix', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.filter((row) => isSessionAlive(row, now))
}

/** Signs out. An unknown session has already ended. */
export async function closeSession(db: AuthDb, token: string): Promise<void> {
  await db.deleteFrom('auth.sessions').where('token_hash', '=', hashOf(token)).execute()
}

/** Whether a session has neither been idle for 14 days nor lived for 90. */
export function isSessionAlive(session: { last_seen_at: Date; expires_at: Date }, now: Date): boolean {
  return session.expires_at > now && session.last_seen_at.getTime() + idleLimit > now.getTime()
}

/** Notes that a session is in use: written at most every 10 minutes. */
export async function touchSession(db: AuthDb, session: { id: string; lastSeenAt: Date }, now: Date): Promise<void> {
  if (!isTouchDue(session, now)) return
  await db.updateTable('auth.sessions').set({ last_seen_at: now }).where('id', '=', session.id).execute()
}

/** Whether a session was seen so long ago that its next use is noted. */
export function isTouchDue({ lastSeenAt }: { lastSeenAt: Date }, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= seenEvery
}

/** Makes an organization the active one of a session. False: the person is not a member of it. */
export async function showOrganization(db: AuthDb, sessionId: string, organizationId: string): Promise<boolean> {
  const changed = await db
    .updateTable('auth.sessions as s')
    .from('auth.memberships as m')
    .set({ active_organization_id: organizationId })
    .where('s.id', '=', sessionId)
    .whereRef('m.user_id', '=', 's.user_id')
    .where('m.organization_id', '=', organizationId)
    .where('m.suspended_at', 'is', null)
    .returning('s.id')
    .executeTakeFirst()
  return changed !== undefined
}
