import { sql } from 'kysely'

import type { AuthDb, Writer } from '#kernel/database.ts'
import type { Plan } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'

type Database = {
  asIdentity<T>(work: (db: AuthDb) => Promise<T>): Promise<T>
  forOrganization<T>(
    context: { organizationId: string },
    mode: 'write',
    work: (tx: { db: Writer }) => Promise<T>,
  ): Promise<T>
}

/** Changes the plan of an organization, effective with its next request (account.md#plans). Errors: `not_found`. */
export async function setPlan(database: Database, slug: string, plan: Plan): Promise<void> {
  const found = await database.asIdentity((db) =>
    db
      .selectFrom('auth.organizations')
      .select('id')
      .where('slug', '=', slug)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (found === undefined) throw new Refusal('not_found', `There is no organization with the slug ${slug}.`)
  await database.forOrganization({ organizationId: found.id }, 'write', ({ db }) =>
    sql`select auth.change_plan(${plan})`.execute(db),
  )
}
