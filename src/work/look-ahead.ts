import { type CompiledQuery, type RawBuilder, sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** A query for the time from which the first of some kind of work can be done, whatever organization it is of. */
export type NextDue = RawBuilder<unknown>

/** Milliseconds until the first of a kind is due, 0 or less where it already is, null where there is none. */
type InMs<N extends string> = Record<N, number | null>

/** What finds out when the first of each kind is due, in one statement, which is written once: an idle server does nothing more often. */
export function lookAhead<N extends string>(
  database: TenantDatabase,
  kinds: Readonly<Record<N, NextDue>>,
): () => Promise<InMs<N>> {
  let statement: CompiledQuery<InMs<N>> | undefined
  return async () => {
    const { rows } = await database.systemStatement((db) =>
      db.getExecutor().executeQuery<InMs<N>>((statement ??= asked(db, kinds))),
    )
    const [found] = rows
    if (found === undefined) throw new Error('The database did not answer what is due')
    return found
  }
}

function asked<N extends string>(db: Writer, kinds: Readonly<Record<N, NextDue>>): CompiledQuery<InMs<N>> {
  const columns = Object.entries<NextDue>(kinds).map(
    ([name, next]) => sql`extract(epoch from (${next}) - clock_timestamp())::float8 * 1000 as ${sql.id(name)}`,
  )
  return sql<InMs<N>>`select ${sql.join(columns)}`.compile(db)
}
