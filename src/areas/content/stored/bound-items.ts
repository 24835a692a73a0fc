import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

/**
 * Notes items that a job of this call will change among the records that its approval binds, and returns their versions, by
 * id. Undefined, and nothing is done, where the call is not a matter of an approval (approvals.md#jobs-keep-the-versions).
 */
export async function bindItems(db: Writer, ids: readonly string[]): Promise<Record<string, number> | undefined> {
  const { rows } = await sql<{ versions: Record<string, number> | null }>`
    select jsonb_object_agg(id, version) as versions, set_config('app.touched', concat(
      current_setting('app.touched', true), string_agg(jsonb_build_array('item', id, version)::text || ',', '')), true)
    from app.item where id = any(${[...ids]}) and current_setting('app.noting', true) = 'on'`.execute(db)
  return rows[0]?.versions ?? undefined
}
