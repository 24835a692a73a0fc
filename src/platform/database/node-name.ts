import { createHash } from 'node:crypto'

import type { Connection } from './connection.ts'

/**
 * What a node calls itself on its connections, so that commands next to it know that it runs and which master key it seals with
 * (operating.md#rotation-wraps-again).
 *
 * @param kid the name of its current key
 */
export function nodeName(kid?: string): string {
  return kid === undefined ? 'masthead' : `masthead ${markOf(kid)}`
}

/** How many connections of running nodes there are; with `without`: of those alone that seal with another key than this one. */
export async function countNodes(connection: Connection, without?: string): Promise<number> {
  const { rows } = await connection.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^masthead( |$)'
    and ($1::text is null or application_name !~ ('^masthead ' || $1))`,
    [without === undefined ? null : markOf(without)],
  )
  return rows[0]?.others ?? 0
}

const markOf = (kid: string) => createHash('sha256').update(kid).digest('hex').slice(0, 7)
