import { organizationColumns, organizationFacts } from '#areas/account/index.ts'
import { importActor } from '#areas/exchange/index.ts'
import type { Access } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import { ceilingOf } from '#kernel/scope.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** The access of a command on this machine: that of the organization's owner, or of the first of several. */
export async function organizationOwner(database: TenantDatabase, slug: string): Promise<Access> {
  const row = await database.asIdentity((db) =>
    db
      .selectFrom('auth.organizations as o')
      .leftJoin('auth.memberships as m', (join) =>
        join.onRef('m.organization_id', '=', 'o.id').on('m.role', '=', 'owner').on('m.suspended_at', 'is', null),
      )
      .select(organizationColumns)
      .select('m.user_id')
      .where('o.slug', '=', slug)
      .orderBy('m.created_at')
      .orderBy('m.user_id')
      .executeTakeFirst(),
  )
  if (row === undefined) throw new Refusal('not_found', `There is no organization "${slug}". Name it by its slug.`)
  if (row.user_id === null) throw new Refusal('not_found', `The organization "${slug}" has no owner.`)
  return {
    actor: importActor(storedId('user', row.user_id)),
    organization: organizationFacts(row),
    role: 'owner',
    grantedScopes: ceilingOf.owner,
    scopes: ceilingOf.owner,
    principal: 'import',
    elevatedUntil: null,
    rate: { limit: 0, allowed: true, remaining: 0, resetMs: 0 },
    keyExpiresAt: null,
  }
}
