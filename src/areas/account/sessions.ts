import type { AuthDb } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'

import { hashOf, newToken } from './secrets.ts'

const minute = 60_000
const day = 24 * 60 * minute

// identity.md 2.4
const idleLimit = 14 * day
const absoluteLimit = 90 * day
const elevation = 10 * minute
const seenEvery = 10 * minute

export type NewSession = {
  userId: string
  organizationId: string | null
  addressPrefix: string
  userAgent: string | undefined
  now: Date
}

/** What the browser gets: the secret of the cookie and until when it counts as elevated. */
export type SessionToken = { token: string; elevatedUntil: Date }

/** Signs a person in: a new session that counts as elevated. */
export async function openSession(db: AuthDb, session: NewSession): Promise<SessionToken> {
  const { userId, organizationId, addressPrefix, userAgent, now } = session
  const token = newToken()
  const elevatedUntil = new Date(now.getTime() + elevation)
  await db
    .insertInto('auth.sessions')
    .values({
      id: newId('session'),
      token_hash: hashOf(token),
      user_id: userId,
      active_organization_id: organizationId,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + absoluteLimit),
      elevated_until: elevatedUntil,
      ip_prefix: addressPrefix,
      user_agent: userAgent?.slice(0, 300) ?? null,
    })
    .execute()
  return { token, elevatedUntil }
}

/** Elevates a session after its password was entered again, under a new token: the old one ends. */
export async function elevateSession(db: AuthDb, sessionId: string, now: Date): Promise<SessionToken> {
  const token = newToken()
  const elevatedUntil = new Date(now.getTime() + elevation)
  await db
    .updateTable('auth.sessions')
    .set({ token_hash: hashOf(token), elevated_until: elevatedUntil, last_seen_at: now })
    .where('id', '=', sessionId)
    .execute()
  return { token, elevatedUntil }
}

/** Signs out. A session that is unknown has ended already. */
export async function closeSession(db: AuthDb, token: string): Promise<void> {
  await db.deleteFrom('auth.sessions').where('token_hash', '=', hashOf(token)).execute()
}

/** Whether a session has neither been idle for 14 days nor lived for 90. */
export function isSessionAlive(session: { last_seen_at: Date; expires_at: Date }, now: Date): boolean {
  return session.expires_at > now && session.last_seen_at.getTime() + idleLimit > now.getTime()
}

/** Keeps a session from idling: written at most every 10 minutes. */
export async function touchSession(db: AuthDb, session: { id: string; lastSeenAt: Date }, now: Date): Promise<void> {
  if (now.getTime() - session.lastSeenAt.getTime() < seenEvery) return
  await db.updateTable('auth.sessions').set({ last_seen_at: now }).where('id', '=', session.id).execute()
}

/** Makes an organization the active one of a session. False: the person is no member of it. */
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
