import { sql } from 'kysely'

import { hasCompletedSecondFactor, type SecondFactorOfSession } from '#areas/account/sign-in/second-factor.ts'
import { isSessionAlive } from '#areas/account/sign-in/sessions.ts'
import { maskCredentials } from '#kernel/credential-text.ts'
import type { AuthDb } from '#kernel/database.ts'
import type { Plan } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId, type OrganizationId, type UserId, storedId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'

import { emailKey, emailKeys, storedEmail } from './email-address.ts'

/** A signed-in person, as the web application sees them. */
export type SignedInPerson = {
  sessionId: string
  user: { id: UserId; email: string; displayName: string }
  isOperator: boolean
  organizations: {
    id: OrganizationId
    slug: string
    name: string
    role: Role
    plan: Plan
    /** Its agents are refused; people are told (organizations.md#suspended-organizations). */
    suspended: boolean
  }[]
  activeOrganizationId: OrganizationId | null
  /** Null also where the account has a second factor that the session has not passed. */
  elevatedUntil: Date | null
  hasSecondFactor: boolean
  /** When the session passed the second factor. */
  secondFactorAt: Date | null
  lastSeenAt: Date
}

/** Whether a person can sign in at all. */
export async function isUserEnabled(db: AuthDb, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('auth.users')
    .select('id')
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** What signing in needs to know about a person. */
export type Credentials = { id: UserId; email: string; password_phc: string | null; hasSecondFactor: boolean }

/** The same, by address. Disabled people cannot sign in. */
export async function findCredentials(db: AuthDb, email: string): Promise<Credentials | undefined> {
  const row = await db
    .selectFrom('auth.users as u')
    .leftJoin('auth.totp as t', (join) => join.onRef('t.user_id', '=', 'u.id').on('t.confirmed_at', 'is not', null))
    .select(['u.id', 'u.email', 'u.password_phc', 't.confirmed_at'])
    .where('u.email_key', 'in', emailKeys(email))
    .where('u.disabled_at', 'is', null)
    // Of two that were kept under several spellings of one address, the one that is meant.
    .orderBy((eb) => eb('u.email_key', '=', email.trim().normalize('NFC').toLowerCase()), 'desc')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { confirmed_at: confirmedAt, ...known } = row
  return { ...known, id: storedId('user', known.id), hasSecondFactor: confirmedAt !== null }
}

/** Whether somebody has this address, whatever their state. */
export async function isKnownAddress(db: AuthDb, email: string): Promise<boolean> {
  const user = await db
    .selectFrom('auth.users')
    .select('id')
    .where('email_key', 'in', emailKeys(email))
    .executeTakeFirst()
  return user !== undefined
}

export type NewPerson = {
  email: string
  displayName: string | undefined
  phc: string
  /** When a mail proved that this address is theirs; null: it is not proven. */
  verifiedAt: Date | null
}

/** Adds a person, named after the address if no name is given. Undefined: the address is taken. */
export async function addPerson(
  db: AuthDb,
  { email, displayName, phc, verifiedAt, ...rest }: NewPerson & { id?: UserId; operator?: boolean },
): Promise<UserId | undefined> {
  const address = storedEmail(email)
  const added = await db
    .insertInto('auth.users')
    .values({
      ...rest,
      id: rest.id ?? newId('user'),
      email: address,
      email_key: emailKey(address),
      email_verified_at: verifiedAt,
      display_name: maskCredentials(displayName ?? address.split('@')[0] ?? address),
      password_phc: phc,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added && storedId('user', added.id)
}

/**
 * The same by id, locked until the transaction ends: a change of password or second factor at the same time waits, so that no
 * session is created by what has just been replaced.
 */
export async function holdCredentials(db: AuthDb, userId: string): Promise<Credentials | undefined> {
  const row = await db
    .selectFrom('auth.users')
    .select(['id', 'email', 'password_phc'])
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const totp = await db
    .selectFrom('auth.totp')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return { ...row, id: storedId('user', row.id), hasSecondFactor: totp !== undefined }
}

/** The account of a person who is signed in. */
export async function findUser(db: AuthDb, userId: string) {
  return db
    .selectFrom('auth.users')
    .select(['id', 'email', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Records that the address of a person is proven to be theirs. */
export async function markVerified(db: AuthDb, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('auth.users')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** Changes the address of a person. Errors: 409 `conflict` where somebody else has it. */
export async function setEmail(
  db: AuthDb,
  userId: string,
  { email, verifiedAt }: { email: string; verifiedAt: Date | null },
): Promise<void> {
  const changes = {
    email: storedEmail(email),
    email_key: emailKey(email),
    email_verified_at: verifiedAt,
    updated_at: new Date(),
  }
  try {
    await db
      .updateTable('auth.users')
      .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
      .where('id', '=', userId)
      .execute()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error
    throw new Refusal('conflict', 'Another account has this address.', { field: 'email' })
  }
}

/** Stores a new hash of a password; with `instead`, only if it replaces that one. */
export async function setPasswordHash(
  db: AuthDb,
  userId: string,
  { phc, instead }: { phc: string; instead?: string | null },
): Promise<void> {
  await db
    .updateTable('auth.users')
    .set({ password_phc: phc })
    .where('id', '=', userId)
    .$if(instead !== undefined, (query) => query.where('password_phc', '=', instead ?? null))
    .execute()
}

/** The organizations of a person, by name. */
export async function organizationsOf(db: AuthDb, userId: string): Promise<SignedInPerson['organizations']> {
  const rows = await db
    .selectFrom('auth.memberships as m')
    .innerJoin('auth.organizations as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.slug', 'o.name', 'o.plan', 'm.role'])
    .select(sql<boolean>`o.suspended_at is not null`.as('suspended'))
    .where('m.user_id', '=', userId)
    .where('m.suspended_at', 'is', null)
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()
  return rows.map((row) => ({ ...row, id: storedId('organization', row.id), role: row.role, plan: row.plan }))
}

/** Who is signed in with this session, or undefined. */
export async function personOfSession(db: AuthDb, hash: Buffer, now: Date): Promise<SignedInPerson | undefined> {
  const row = await db
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.active_organization_id', 's.elevated_until', 's.last_seen_at', 's.expires_at'])
    .leftJoin('auth.totp as t', (join) => join.onRef('t.user_id', '=', 'u.id').on('t.confirmed_at', 'is not', null))
    .select(['u.email', 'u.display_name', 'u.operator', 's.second_factor_at', 't.confirmed_at as factor_at'])
    .where('s.token_hash', '=', hash)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || !isSessionAlive(row, now)) return undefined

  const organizations = await organizationsOf(db, row.user_id)
  const active = organizations.find(({ id }) => id === row.active_organization_id) ?? organizations[0]
  const factor = { hasSecondFactor: row.factor_at !== null, secondFactorAt: row.second_factor_at }
  return {
    ...factor,
    sessionId: row.id,
    user: { id: storedId('user', row.user_id), email: row.email, displayName: row.display_name },
    isOperator: row.operator,
    organizations,
    activeOrganizationId: active?.id ?? null,
    elevatedUntil: elevationOf(row, factor, now),
    lastSeenAt: row.last_seen_at,
  }
}

/** Until when a session is elevated; null when it is not, or has not passed the second factor of its account. */
export function elevationOf(
  session: { elevated_until: Date | null },
  factor: SecondFactorOfSession,
  now: Date,
): Date | null {
  const { elevated_until: until } = session
  return until !== null && until > now && hasCompletedSecondFactor(factor) ? until : null
}
