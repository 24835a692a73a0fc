import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { plans } from '#kernel/entitlement.ts'
import { storedId } from '#kernel/ids.ts'
import { approvalRisks } from '#kernel/risk.ts'

type OrganizationRow = {
  organization_id: string
  slug: string
  organization_name: string
  plan: string
  suspended_at: Date | null
  max_key_days: number | null
  approval_risks: readonly string[] | null
}

/** What every look-up of a caller reads about its organization, as `o`. */
export const organizationColumns = [
  'o.id as organization_id',
  'o.slug',
  'o.name as organization_name',
  'o.plan',
  'o.suspended_at',
  'o.max_key_days',
  'o.approval_risks',
] as const

/** The organization of a row that has these columns. */
export function organizationFacts(row: OrganizationRow): OrganizationFacts {
  return {
    id: storedId('organization', row.organization_id),
    slug: row.slug,
    name: row.organization_name,
    plan: plans.find((plan) => plan === row.plan) ?? plans[0],
    suspended: row.suspended_at !== null,
    maxKeyDays: row.max_key_days,
    approvalRisks: approvalRisks.filter((risk) => row.approval_risks?.includes(risk)),
  }
}

/** The organization of the transaction; undefined where it no longer exists. */
export async function findOrganization(db: Reader, organizationId: string): Promise<OrganizationFacts | undefined> {
  const row = await db
    .selectFrom('auth.organizations as o')
    .select(organizationColumns)
    .where('o.id', '=', organizationId)
    .executeTakeFirst()
  return row === undefined ? undefined : organizationFacts(row)
}
