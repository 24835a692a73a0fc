import type { Access } from '#kernel/access.ts'
import type { Plan } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import type { OrganizationId, UserId } from '#kernel/ids.ts'
import { ceilingOf } from '#kernel/scope.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** The access of a command of this machine: as the owner of the organization with this slug, the first one of several. */
export async function organizationOwner(database: TenantDatabase, slug: string): Promise<Access> {
  const row = await database.asIdentity((db) =>
    db
      .selectFrom('auth.organizations as organization')
      .leftJoin('auth.memberships as membership', (join) =>
        join
          .onRef('membership.organization_id', '=', 'organization.id')
          .on('membership.role', '=', 'owner')
          .on('membership.suspended_at', 'is', null),
      )
      .select(['organization.id', 'organization.slug', 'organization.name', 'organization.plan'])
      .select(['organization.suspended_at', 'organization.max_key_days', 'membership.user_id'])
      .where('organization.slug', '=', slug)
      .orderBy('membership.created_at')
      .orderBy('membership.user_id')
      .executeTakeFirst(),
  )
  if (row === undefined) throw new Refusal('not_found', `There is no organization "${slug}". Name it by its slug.`)
  if (row.user_id === null) throw new Refusal('not_found', `The organization "${slug}" has no owner.`)
  return {
    actor: {
      kind: 'system',
      userId: row.user_id as UserId,
      credentialType: 'system',
      credentialId: 'import',
      clientName: 'masthead import',
    },
    organization: {
      id: row.id as OrganizationId,
      slug: row.slug,
      name: row.name,
      plan: row.plan as Plan,
      suspended: row.suspended_at !== null,
      maxKeyDays: row.max_key_days,
    },
    role: 'owner',
    grantedScopes: ceilingOf.owner,
    scopes: ceilingOf.owner,
    principal: 'import',
    elevatedUntil: null,
    rate: { limit: 0, allowed: true, remaining: 0, resetMs: 0 },
    keyExpiresAt: null,
  }
}
