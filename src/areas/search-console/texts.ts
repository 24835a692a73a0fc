import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

/** The pages and queries with these numbers. */
export async function textsOf(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('search_text')
    .select(['id', 'body'])
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, body }) => [Number(id), body]))
}
