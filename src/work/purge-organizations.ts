import { sql } from 'kysely'

import type { Files } from '#kernel/files.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { tenantTables } from '#kernel/tables.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** No call lives longer: what began before the deletion has ended, and writes no further row. */
const waitMs = 3600_000

/**
 * Removes the files and the rows of organizations that were deleted an hour ago or longer. Their row in schema auth stays,
 * without its name, so that the id stays taken. Cut off at any point, the next round does it again; one that fails keeps no other from
 * its turn.
 */
export async function purgeOrganizations(
  { database, files, log }: { database: TenantDatabase; files: Files; log: Log },
  isStopped: () => boolean = () => false,
  now = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - waitMs)
  const deleted = await database.asIdentity((db) =>
    db
      .selectFrom('auth.organizations')
      .select('id')
      .where('deleted_at', '<', before)
      .where('purged_at', 'is', null)
      .execute(),
  )
  const purge = async (id: OrganizationId) => {
    await files.removeFolder(id)
    await removeRows(database, id)
    await removeAudit(database, id)
    await forget(database, id, now)
  }
  for (const { id } of deleted) {
    if (isStopped()) return
    await purge(id as OrganizationId).catch((error: unknown) =>
      log.error({ organizationId: id, err: error }, 'a deleted organization could not be purged'),
    )
  }
}

// One statement: its references are checked at its end, so the order of the tables does not matter.
async function removeRows(database: TenantDatabase, organizationId: OrganizationId): Promise<void> {
  await database.asSystem(async (db) => {
    await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(db)
    const removals = [...tenantTables]
      .filter((name) => !auditTables.some((one) => one === name))
      .map(
        (name) =>
          sql`${sql.ref(`from_${name}`)} as (delete from ${sql.table(`app.${name}`)} where organization_id = ${organizationId})`,
      )
    await sql`with ${sql.join(removals)} select`.execute(db)
  })
}

const auditTables = ['audit_record', 'audit_removal', 'audit_seal'] as const

// Background work may not: without the login of the role that does, the records stay (audit.md#removed-by-one-role).
async function removeAudit(database: TenantDatabase, organizationId: OrganizationId): Promise<void> {
  await database.asRetention(async (db) => {
    for (const name of auditTables) await db.deleteFrom(name).where('organization_id', '=', organizationId).execute()
  })
}

async function forget(database: TenantDatabase, organizationId: OrganizationId, now: Date): Promise<void> {
  await database.asIdentity(async (db) => {
    await db
      .updateTable('auth.api_keys')
      .set({ rotated_from: null })
      .where('organization_id', '=', organizationId)
      .execute()
    await db.deleteFrom('auth.api_keys').where('organization_id', '=', organizationId).execute()
    await db.deleteFrom('auth.oauth_grants').where('organization_id', '=', organizationId).execute()
    await db.deleteFrom('auth.invitations').where('organization_id', '=', organizationId).execute()
    await db
      .updateTable('auth.sessions')
      .set({ active_organization_id: null })
      .where('active_organization_id', '=', organizationId)
      .execute()
    await db
      .updateTable('auth.organizations')
      .set({ name: 'A deleted organization', purged_at: now })
      .where('id', '=', organizationId)
      .execute()
  })
}
