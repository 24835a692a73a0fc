import { sql } from 'kysely'

import type { AuthDb, Writer } from '#kernel/database.ts'
import { type Id, newId, type OrganizationId, storedId, type UserId } from '#kernel/ids.ts'
import type { Role, Scope } from '#kernel/scope.ts'

export type GrantId = Id<'grant'>

/** What a person granted to a client at consent. */
export type NewGrant = {
  /** The library's id. */
  libraryId: string
  clientId: string
  clientName: string
  redirectHost: string
  scopes: readonly Scope[]
  resource: string
  /** Lifetime in seconds, regardless of use. */
  seconds: number
}

/** Whose grant it is, found by the library's id. */
export type GrantOwner = {
  id: GrantId
  organizationId: OrganizationId
  userId: UserId
  clientId: string
  clientName: string
}

/** Why a grant ended other than by a person. */
export type GrantEnd = 'refresh_reuse' | 'code_replay' | 'revoked_by_client'

/** Writes a grant of the organization and the person of the transaction. */
export async function addGrant(db: Writer, grant: NewGrant): Promise<GrantId> {
  const id = newId('grant')
  await sql`select auth.add_oauth_grant(${id}, ${grant.libraryId}, ${grant.clientId}, ${grant.clientName}, ${grant.redirectHost},
    ${[...grant.scopes]}::text[], ${grant.resource}, ${grant.seconds})`.execute(db)
  return id
}

/** Ends a grant of the organization and everything that was issued for it, in one statement. False: it had already ended. */
export async function markGrantEnded(db: Writer, id: GrantId, reason: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`select auth.revoke_oauth_grant(${id}, ${reason}) as ended`.execute(db)
  return rows[0]?.ended === true
}

/** Whose grant this is. Undefined: the library knows it, but Masthead does not. */
export async function findGrantOwner(db: AuthDb, libraryId: string): Promise<GrantOwner | undefined> {
  const row = await db
    .selectFrom('auth.oauth_grants')
    .select(['id', 'organization_id', 'user_id', 'client_id', 'client_name'])
    .where('grant_id', '=', libraryId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: storedId('grant', row.id),
    organizationId: storedId('organization', row.organization_id),
    userId: storedId('user', row.user_id),
    clientId: row.client_id,
    clientName: row.client_name,
  }
}

/** Whether a grant still counts (oauth.md#grants-count-as-they-are). */
export async function isGrantAlive(db: AuthDb, libraryId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('auth.oauth_grants as g')
    .innerJoin('auth.users as u', 'u.id', 'g.user_id')
    .innerJoin('auth.memberships as m', (join) =>
      join.onRef('m.organization_id', '=', 'g.organization_id').onRef('m.user_id', '=', 'g.user_id'),
    )
    .select('g.id')
    .where('g.grant_id', '=', libraryId)
    .where('g.user_id', '=', userId)
    .where('g.revoked_at', 'is', null)
    .where('m.suspended_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** What a person last chose for a client in each organization, newest first. */
export async function lastChoices(
  db: AuthDb,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<{ organizationId: string; scopes: readonly string[] }[]> {
  const rows = await db
    .selectFrom('auth.oauth_grants')
    .select(['organization_id', 'scopes'])
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ organization_id, scopes }) => ({ organizationId: organization_id, scopes }))
}

/** An organization of a person, and what prevents giving a client access to it. */
export type GrantableOrganization = {
  id: OrganizationId
  name: string
  role: Role
  obstacle: 'organization_suspended' | 'membership_suspended' | null
}

/** The organizations that a person is a member of, by name, including those that cannot be granted now. */
export async function grantableOrganizations(db: AuthDb, userId: string): Promise<GrantableOrganization[]> {
  const rows = await db
    .selectFrom('auth.memberships as m')
    .innerJoin('auth.organizations as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.name', 'm.role'])
    .select(
      sql<GrantableOrganization['obstacle']>`case when o.suspended_at is not null then 'organization_suspended'
        when m.suspended_at is not null then 'membership_suspended' end`.as('obstacle'),
    )
    .where('m.user_id', '=', userId)
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()
  return rows.map((row) => ({ ...row, id: storedId('organization', row.id), role: row.role }))
}
