import { sql } from 'kysely'

import type { AuthDb, Writer } from '#kernel/database.ts'
import type { Plan } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import { type OrganizationId, storedId } from '#kernel/ids.ts'

type Database = {
  asIdentity<T>(work: (db: AuthDb) => Promise<T>): Promise<T>
  forOrganization<T>(
    context: { organizationId: OrganizationId },
    mode: 'write',
    work: (tx: { db: Writer }) => Promise<T>,
  ): Promise<T>
}

/** Does, in the transaction of another plan, what follows from it. */
export type PlanChanged = (
  db: Writer,
  change: { organizationId: OrganizationId; before: Plan; after: Plan },
) => Promise<void>

/**
 * Changes the plan of an organization, effective with its next request (account.md#plans). Each of two changes at once
 * follows from the one before it. Errors: `not_found`.
 */
export async function setPlan(
  database: Database,
  { slug, plan, changed }: { slug: string; plan: Plan; changed: PlanChanged },
): Promise<void> {
  const found = await database.asIdentity((db) =>
    db
      .selectFrom('auth.organizations')
      .select('id')
      .where('slug', '=', slug)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (found === undefined) throw new Refusal('not_found', `There is no organization with the slug ${slug}.`)
  const organizationId = storedId('organization', found.id)
  await database.forOrganization({ organizationId }, 'write', async ({ db }) => {
    const before = await lockPlan(db)
    await sql`select auth.change_plan(${plan})`.execute(db)
    await changed(db, { organizationId, before, after: plan })
  })
}

// The role of a tenant may not lock rows of organizations: the changes of a plan take turns by the one row of settings.
async function lockPlan(db: Writer): Promise<Plan> {
  await db.selectFrom('organization_setting').select('organization_id').forNoKeyUpdate().executeTakeFirstOrThrow()
  const own = db
    .selectFrom('auth.organizations')
    .select('plan')
    .where('id', '=', sql<string>`app.org()`)
  return (await own.executeTakeFirstOrThrow()).plan
}
