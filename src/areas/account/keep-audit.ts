import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

type Database = { asIdentity<T>(work: (db: AuthDb) => Promise<T>): Promise<T> }

/** Says for how many days an organization keeps its audit records: at least 90 (audit.md#removed-by-one-role). */
export async function keepAudit(database: Database, { slug, days }: { slug: string; days: number }): Promise<void> {
  const { numUpdatedRows } = await database.asIdentity((db) =>
    db
      .updateTable('auth.organizations')
      .set({ audit_days: days })
      .where('slug', '=', slug)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  if (numUpdatedRows === 0n) throw new Refusal('not_found', `There is no organization with the slug ${slug}.`)
}
