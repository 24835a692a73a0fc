import type { AuthDb } from '#kernel/database.ts'
import type { Plan } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'

/** Changes the plan of an organization, effective with its next request (account.md#plans). Errors: `not_found`. */
export async function setPlan(db: AuthDb, slug: string, plan: Plan): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('auth.organizations')
    .set(({ eb }) => ({ plan, version: eb('version', '+', 1), updated_at: new Date() }))
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('not_found', `There is no organization with the slug ${slug}.`)
}
