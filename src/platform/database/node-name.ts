import { createHash } from 'node:crypto'

import type { Connection } from './connection.ts'

/** As many marks of keys as PostgreSQL keeps of a name of 63 bytes. */
const mostMarks = 7

/**
 * What a node calls itself on its connections, so that commands next to it know that it runs and which master keys it was started with
 * (operating.md#rotation-wraps-again).
 *
 * @param kids the names of its keys, the current one first
 */
export function nodeName(kids: readonly string[]): string {
  return ['masthead', ...kids.slice(0, mostMarks).map(markOf)].join(' ')
}

/** How many connections of running nodes there are; with `without`: of those alone that were started without this key. */
export async function countNodes(connection: Connection, without?: string): Promise<number> {
  const { rows } = await connection.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^masthead( |$)'
    and ($1::text is null or application_name !~ (' ' || $1))`,
    [without === undefined ? null : markOf(without)],
  )
  return rows[0]?.others ?? 0
}

const markOf = (kid: string) => createHash('sha256').update(kid).digest('hex').slice(0, 7)
