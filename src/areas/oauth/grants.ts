import { sql } from 'kysely'

import type { CredentialStatus } from '#kernel/credential-status.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import type { Scope } from '#kernel/scope.ts'

import type { GrantId } from './oauth-grants.ts'

/** The grant to one OAuth client, by one person, for one organization: everything but what leads to a token. */
export type Grant = {
  id: GrantId
  userId: string
  clientName: string
  scopes: Scope[]
  expiresAt: Date
  revokedAt: Date | null
  /** `disabled`: its person is suspended, disabled or not a member. */
  status: CredentialStatus
}

/** A grant of the organization, or undefined. */
export async function findGrant(db: Reader, grantId: string, now: Date): Promise<Grant | undefined> {
  const row = await db
    .selectFrom('auth.oauth_grants as g')
    .leftJoin(sql<{ user_id: string; suspended_at: Date | null }>`auth.members_of_organization()`.as('m'), (join) =>
      join.onRef('m.user_id', '=', 'g.user_id'),
    )
    .select(['g.id', 'g.user_id', 'g.client_name', 'g.scopes', 'g.expires_at', 'g.revoked_at'])
    .select(grantStatusColumn(now).as('status'))
    .where('g.organization_id', '=', sql<string>`app.org()`)
    .where('g.id', '=', grantId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: storedId('grant', row.id),
    userId: row.user_id,
    clientName: row.client_name,
    scopes: row.scopes as Scope[],
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    status: row.status,
  }
}

/** The status of the grant `g` whose person is the member `m`. What cannot be undone comes first. */
export const grantStatusColumn = (now: Date) => sql<CredentialStatus>`case
  when g.revoked_at is not null then 'revoked'
  when g.expires_at <= ${now} then 'expired'
  when m.user_id is null or m.suspended_at is not null then 'disabled'
  else 'active' end`

/** Changes the scopes of a grant of the organization, from the next request on. False: it has been revoked. */
export async function setGrantScopes(db: Writer, grantId: string, scopes: readonly Scope[]): Promise<boolean> {
  const { rows } = await sql<{
    changed: boolean | null
  }>`select auth.change_grant_scopes(${grantId}, ${[...scopes]}::text[]) as changed`.execute(db)
  return rows[0]?.changed === true
}
