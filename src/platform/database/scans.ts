import { type Asker, createTurns, type Turns } from '#kernel/turns.ts'

import type { Connection } from './connection.ts'
import { noTurn, patienceMs } from './pool.ts'

/** What calls a function that reads every text of an organization (content.md#plans-of-searches). */
const scanning = 'app.scan_'

/** Scans of this node at once. */
const atOnce = 2

/** Scans of one organization that wait: in a transaction each of them holds a connection. */
const waiting = 4

/** The turns of statements that scan: two at once on this node, one of each organization. */
export const scanTurns = (): Turns => createTurns({ size: atOnce, perParty: 1, waiting, patienceMs, refuse: noTurn })

/** The same connection, whose statements that scan wait for their turn; all others are sent at once. */
export function scansInTurns(connection: Connection, turns: Turns, asker: Asker): Connection {
  return {
    ...connection,
    query: (text, values) =>
      text.includes(scanning)
        ? turns.take(asker, () => connection.query(text, values))
        : connection.query(text, values),
  }
}
