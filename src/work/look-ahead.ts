import { type RawBuilder, sql } from 'kysely'

import type { TenantDatabase } from '#platform/database/tenant.ts'

/** A query for the time from which the first of some kind of work can be done, whatever organization it is of. */
export type NextDue = RawBuilder<unknown>

/** Milliseconds until the first of each kind is due, 0 or less where it already is, null where there is none: in one statement. */
export async function lookAhead<N extends string>(
  database: TenantDatabase,
  kinds: Readonly<Record<N, NextDue>>,
): Promise<Record<N, number | null>> {
  const columns = Object.entries<NextDue>(kinds).map(
    ([name, next]) => sql`extract(epoch from (${next}) - clock_timestamp())::float8 * 1000 as ${sql.id(name)}`,
  )
  const { rows } = await database.asSystem((db) =>
    sql<Record<N, number | null>>`select ${sql.join(columns)}`.execute(db),
  )
  const [found] = rows
  if (found === undefined) throw new Error('The database did not answer what is due')
  return found
}
