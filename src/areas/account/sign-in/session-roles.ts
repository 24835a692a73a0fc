import { sql } from 'kysely'

import type { AuthDb } from '#kernel/database.ts'
import { type Role, roles } from '#kernel/scope.ts'

import { isSessionAlive } from './sessions.ts'

/** A session that shows an organization. */
export type ShownOrganization = { sessionHash: Buffer; organizationId: string }

/**
 * The role that each of these sessions has in the organization that it shows, in one query, however many there are; undefined
 * where the session has ended, or its person is no longer a member.
 */
export async function rolesOfSessions(
  db: AuthDb,
  shown: readonly ShownOrganization[],
  now: Date,
): Promise<(Role | undefined)[]> {
  const hashes = [...new Set(shown.map(({ sessionHash }) => sessionHash.toString('hex')))]
  const rows = await db
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', 'u.id', 's.user_id')
    .innerJoin('auth.memberships as m', 'm.user_id', 's.user_id')
    .innerJoin('auth.organizations as o', 'o.id', 'm.organization_id')
    .select(['s.token_hash', 's.last_seen_at', 's.expires_at', 'm.organization_id', 'm.role'])
    .where('s.token_hash', '=', sql<Buffer>`any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`)
    .where('u.disabled_at', 'is', null)
    .where('m.suspended_at', 'is', null)
    .execute()
  const found = new Map(
    rows
      .filter((row) => isSessionAlive(row, now))
      .map((row) => [`${row.token_hash.toString('hex')}:${row.organization_id}`, row.role]),
  )
  return shown.map(({ sessionHash, organizationId }) => {
    const role = found.get(`${sessionHash.toString('hex')}:${organizationId}`)
    return roles.find((name) => name === role)
  })
}
