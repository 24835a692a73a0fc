import { sql } from 'kysely'

import type { Reader } from './database.ts'

/** What calls set in motion works with: each a table of `watchedRecords`, by its name there, and the column of its ids. */
const keys = {
  integration: 'id',
  revalidation_setting: 'organization_id',
  asv_analysis: 'id',
  asv_engine: 'id',
  asv_prompt: 'id',
  site_audit_setting: 'organization_id',
} as const

/**
 * Notes records that what this call sets in motion works with among those that its approval binds: with another version of one of
 * them it would do something that nobody approved (approvals.md#jobs-keep-the-versions). Nothing where the call is not a matter of
 * an approval.
 */
export async function bindRecords(db: Reader, record: keyof typeof keys, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const key = sql.ref(keys[record])
  await sql`
    select set_config('app.touched', concat(current_setting('app.touched', true),
      string_agg(jsonb_build_array(${record}::text, ${key}, version, 'used')::text || ',', '')), true)
    from ${sql.table(`app.${record}`)}
    where ${key} = any(${[...ids]}::text[]) and current_setting('app.noting', true) = 'on'`.execute(db)
}
