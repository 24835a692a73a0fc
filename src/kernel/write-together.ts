import { type Compilable, type OperationNodeSource, sql } from 'kysely'

import type { Writer } from './database.ts'

/** An insert, update or delete that is not executed yet. */
export type Write = Compilable & OperationNodeSource

/**
 * Sends several writes as one statement (database.md#writes-travel-together). All of them see the rows as they were before it,
 * and no two may touch the same row: the order among them is the database's.
 */
export async function writeTogether(db: Writer, writes: readonly (Write | undefined)[]): Promise<void> {
  const [first, ...others] = writes.filter((write) => write !== undefined)
  if (first === undefined) return
  if (others.length === 0) {
    await db.getExecutor().executeQuery(first.compile())
    return
  }
  const parts = [first, ...others].map((write, at) => sql`${sql.ref(`w${at}`)} as (${write})`)
  await sql`with ${sql.join(parts)} select`.execute(db)
}

/** The beginning of one more write, which is sent in one statement with these. */
export function writesBefore(db: Writer, writes: readonly Write[]): Pick<Writer, 'insertInto'> {
  return writes.reduce<Pick<Writer, 'insertInto' | 'with'>>(
    (begun, write, at) => begun.with(`w${at}`, () => sql`(${write})`),
    db,
  )
}
