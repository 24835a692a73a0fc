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

/** What jobs change: each a table of `watchedRecords` with this name there, and ids in `id`. */
type ForJob = 'item' | 'term' | 'topic' | 'context_entry' | 'redirect' | 'site_audit_issue'

/**
 * Notes records that a job of this call will change among those that its approval binds, and returns their versions, by id.
 * Undefined, and nothing is done, where the call is not a matter of an approval (approvals.md#jobs-keep-the-versions).
 */
export async function bindForJob(
  db: Reader,
  record: ForJob,
  ids: readonly string[],
): Promise<Record<string, number> | undefined> {
  const { rows } = await sql<{ versions: Record<string, number> | null }>`
    select jsonb_object_agg(id, version) as versions, set_config('app.touched', concat(
      current_setting('app.touched', true), string_agg(jsonb_build_array(${record}::text, id, version)::text || ',', '')), true)
    from ${sql.table(`app.${record}`)} where id = any(${[...ids]}::text[]) and current_setting('app.noting', true) = 'on'`.execute(
    db,
  )
  return rows[0]?.versions ?? undefined
}

/** Whether the transaction notes what its approval binds. */
export async function isBinding(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`
    select coalesce(current_setting('app.noting', true) = 'on', false) as on`.execute(db)
  return rows[0]?.on === true
}
