import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

import { dayNumber, monthsBefore, searchDay } from './days.ts'

/** Rows live as long as other counters. */
const months = 25

/** Removes at most `limit` rows of a kind that are too old. Returns how many of the kind with most there were. */
export async function removeOldSearches(db: Writer, limit: number): Promise<number> {
  const until = dayNumber(monthsBefore(searchDay(new Date()), months))
  let most = 0
  for (const table of ['search_day', 'search_page_row', 'search_query_row', 'search_pack'] as const) {
    // The place of a row is its own within one partition only: the day is looked at again.
    const { numAffectedRows } =
      await sql`delete from ${sql.table(`app.${table}`)} where day < ${until} and ctid = any(array(
      select ctid from ${sql.table(`app.${table}`)} where day < ${until} limit ${limit}))`.execute(db)
    most = Math.max(most, Number(numAffectedRows ?? 0))
  }
  return most
}
