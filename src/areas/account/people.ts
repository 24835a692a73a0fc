import type { AuthDb } from '#kernel/database.ts'
import type { Plan } from '#kernel/entitlement.ts'
import { newId, type OrganizationId, type UserId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'
import { hasForbiddenCharacters } from '#std/text.ts'

import { isSessionAlive } from './sessions.ts'

/** A signed-in person, as the web application sees them. */
export type SignedInPerson = {
  sessionId: string
  user: { id: UserId; email: string; displayName: string }
  isOperator: boolean
  organizations: { id: OrganizationId; slug: string; name: string; role: Role; plan: Plan }[]
  activeOrganizationId: OrganizationId | null
  elevatedUntil: Date | null
  lastSeenAt: Date
}

/** The form in which addresses are compared: upper and lower case are one address. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Whether a text can be an email address. Only a mail that arrives proves more. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(text) && !hasForbiddenCharacters(text)
}

/** What signing in needs to know of the person with this address. Disabled people cannot. */
export async function findCredentials(db: AuthDb, email: string) {
  return db
    .selectFrom('auth.users')
    .select(['id', 'password_phc'])
    .where('email_key', '=', emailKey(email))
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Whether somebody has this address, whatever their state. */
export async function isKnownAddress(db: AuthDb, email: string): Promise<boolean> {
  const user = await db
    .selectFrom('auth.users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  return user !== undefined
}

export type NewPerson = {
  email: string
  displayName: string | undefined
  phc: string
  /** When a mail to this address proved that it is theirs; null: it is not proven. */
  verifiedAt: Date | null
}

/** Adds a person, named after the address where no name is given. Undefined: the address is taken. */
export async function addPerson(
  db: AuthDb,
  { email, displayName, phc, verifiedAt, ...rest }: NewPerson & { id?: UserId; operator?: boolean },
): Promise<UserId | undefined> {
  const address = email.trim().normalize('NFC')
  const added = await db
    .insertInto('auth.users')
    .values({
      ...rest,
      id: rest.id ?? newId('user'),
      email: address,
      email_key: emailKey(address),
      email_verified_at: verifiedAt,
      display_name: displayName ?? address.split('@')[0] ?? address,
      password_phc: phc,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id as UserId | undefined
}

/** Stores a new hash of a password. */
export async function setPasswordHash(db: AuthDb, userId: string, phc: string): Promise<void> {
  await db.updateTable('auth.users').set({ password_phc: phc }).where('id', '=', userId).execute()
}

/** The organizations of a person, by name. */
export async function organizationsOf(db: AuthDb, userId: string): Promise<SignedInPerson['organizations']> {
  const rows = await db
    .selectFrom('auth.memberships as m')
    .innerJoin('auth.organizations as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.slug', 'o.name', 'o.plan', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('m.suspended_at', 'is', null)
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()
  return rows.map((row) => ({ ...row, id: row.id as OrganizationId, role: row.role as Role, plan: row.plan as Plan }))
}

/** Who is signed in with this session, or undefined. */
export async function personOfSession(db: AuthDb, hash: Buffer, now: Date): Promise<SignedInPerson | undefined> {
  const row = await db
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.active_organization_id', 's.elevated_until', 's.last_seen_at', 's.expires_at'])
    .select(['u.email', 'u.display_name', 'u.operator'])
    .where('s.token_hash', '=', hash)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || !isSessionAlive(row, now)) return undefined

  const organizations = await organizationsOf(db, row.user_id)
  const active = organizations.find(({ id }) => id === row.active_organization_id) ?? organizations[0]
  return {
    sessionId: row.id,
    user: { id: row.user_id as UserId, email: row.email, displayName: row.display_name },
    isOperator: row.operator,
    organizations,
    activeOrganizationId: active?.id ?? null,
    elevatedUntil: row.elevated_until !== null && row.elevated_until > now ? row.elevated_until : null,
    lastSeenAt: row.last_seen_at,
  }
}
