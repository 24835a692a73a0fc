import { disconnectAgents, emailKeys, markVerified } from '#areas/account/index.ts'
import type { AuthDb } from '#kernel/database.ts'
import { type InvitationId, type OrganizationId, type UserId, storedId } from '#kernel/ids.ts'
import { type Role, roles } from '#kernel/scope.ts'

import { type InvitationStatus, type InvitedRole, invitationStatus, invitedRole, mayGive } from './invitations.ts'

/** An invitation as the holder of its link sees it, found before an organization is known. */
export type LinkedInvitation = {
  id: InvitationId
  organization: { id: OrganizationId; slug: string; name: string }
  email: string
  role: InvitedRole
  status: InvitationStatus
  message: string | null
  sentByMail: boolean
  inviter: { name: string; role: Role | undefined }
  expiresAt: Date
}

/** The invitation of a link, whatever its state; undefined where there is no such link, or its organization is gone. */
export async function findLinked(db: AuthDb, hash: Buffer, now: Date): Promise<LinkedInvitation | undefined> {
  const row = await db
    .selectFrom('auth.invitations as i')
    .innerJoin('auth.organizations as o', 'o.id', 'i.organization_id')
    .innerJoin('auth.users as u', 'u.id', 'i.invited_by')
    .leftJoin('auth.memberships as m', (join) =>
      join
        .onRef('m.organization_id', '=', 'i.organization_id')
        .onRef('m.user_id', '=', 'i.invited_by')
        .on('m.suspended_at', 'is', null)
        .on('u.disabled_at', 'is', null),
    )
    .select(['i.id', 'i.email', 'i.role', 'i.message', 'i.mailed', 'i.expires_at', 'i.accepted_at', 'i.canceled_at'])
    .select(['o.id as organization_id', 'o.slug', 'o.name as organization_name'])
    .select(['u.display_name', 'm.role as inviter_role'])
    .where('i.token_hash', '=', hash)
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: storedId('invitation', row.id),
    organization: { id: storedId('organization', row.organization_id), slug: row.slug, name: row.organization_name },
    email: row.email,
    role: invitedRole(row.role),
    status: invitationStatus(row, now),
    message: row.message,
    sentByMail: row.mailed,
    inviter: { name: row.display_name, role: roles.find((role) => role === row.inviter_role) },
    expiresAt: row.expires_at,
  }
}

/** The equivalent of `lockOrganization` for identity code: changes of members happen one after the other. */
export async function lockForIdentity(db: AuthDb, organizationId: OrganizationId): Promise<void> {
  await db
    .selectFrom('auth.organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whether the inviter may still give this role. */
export function mayStillGive({ inviter, role }: LinkedInvitation): boolean {
  return mayGive(inviter.role, role)
}

/** The account of an address: whose it is, and whether a mail proved it. */
export async function accountOf(db: AuthDb, email: string): Promise<{ id: UserId; isVerified: boolean } | undefined> {
  const row = await db
    .selectFrom('auth.users')
    .select(['id', 'email_verified_at'])
    .where('email_key', 'in', emailKeys(email))
    .executeTakeFirst()
  return row && { id: storedId('user', row.id), isVerified: row.email_verified_at !== null }
}

/**
 * Makes the person a member with the role of the invitation. Keys and grants of an earlier membership do not come back, however it
 * ended (account.md#leaving-ends-credentials). False: they already are a member.
 */
export async function join(
  db: AuthDb,
  { organization, role }: LinkedInvitation,
  { userId, now }: { userId: UserId; now: Date },
): Promise<boolean> {
  const added = await db
    .insertInto('auth.memberships')
    .values({ organization_id: organization.id, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (added === undefined) return false
  await disconnectAgents(db, { userId, organizationId: organization.id, reason: 'membership_removed', now })
  return true
}

/** Uses the invitation up, and notes whether its mail proved the address. */
export async function useUp(db: AuthDb, { id, sentByMail }: LinkedInvitation, userId: UserId, now: Date) {
  await db
    .updateTable('auth.invitations')
    .set({ accepted_at: now, accepted_by: userId, updated_at: now })
    .where('id', '=', id)
    .execute()
  if (sentByMail) await markVerified(db, userId, now)
}
