import { sql } from 'kysely'

import type { AuthDb } from '#kernel/database.ts'
import { type OrganizationId, storedId } from '#kernel/ids.ts'

/** What was taken from the agents of a person: the numbers, and in which organizations. */
export type Disconnected = { revokedKeys: number; revokedGrants: number; organizations: OrganizationId[] }

/**
 * Revokes the keys and grants of a person in every organization, or in one, from the next request on, and removes the tokens of
 * the grants (account.md#leaving-ends-credentials). What was revoked before keeps its time and reason.
 */
export async function disconnectAgents(
  db: AuthDb,
  {
    userId,
    organizationId,
    reason,
    now,
  }: { userId: string; organizationId?: OrganizationId; reason: string; now: Date },
): Promise<Disconnected> {
  const keys = await db
    .updateTable('auth.api_keys')
    .set({ revoked_at: now, revoked_by: userId, revoked_reason: reason })
    .where('user_id', '=', userId)
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
    .where('revoked_at', 'is', null)
    .returning('organization_id')
    .execute()
  const grants = await db
    .updateTable('auth.oauth_grants')
    .set({ revoked_at: now, revoked_by: userId, revoked_reason: reason })
    .where('user_id', '=', userId)
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
    .where('revoked_at', 'is', null)
    .returning('organization_id')
    .execute()
  // Tokens of earlier grants too: a refresh that raced with their revocation may have left one.
  await sql`delete from auth.oauth_payloads where grant_id in
    (select grant_id from auth.oauth_grants where user_id = ${userId}
      and (${organizationId ?? null}::text is null or organization_id = ${organizationId ?? null}))`.execute(db)
  const organizations = new Set([...keys, ...grants].map((row) => storedId('organization', row.organization_id)))
  return { revokedKeys: keys.length, revokedGrants: grants.length, organizations: [...organizations] }
}
