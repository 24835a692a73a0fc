import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'

/** What is known about an address from its answers. */
export type Endpoint = {
  endpoint: string
  failures: number
  probeAt: Date | null
  disabledAt: Date | null
  lastOkAt: Date | null
}

const enabled = { failures: 0, probe_at: null, disabled_at: null }

/** Creates the row of an address, unless there is one. */
export async function furnishEndpoint(db: Writer, endpoint: string): Promise<void> {
  await endpointFurnished(db, endpoint).execute()
}

/** The write that does so. */
export const endpointFurnished = (db: Writer, endpoint: string) =>
  db
    .insertInto('webhook_endpoint')
    .values({ endpoint })
    .onConflict((conflict) => conflict.doNothing())

/** The row of an address; undefined where nothing has been sent to it yet. */
export async function findEndpoint(db: Reader, endpoint: string): Promise<Endpoint | undefined> {
  const row = await db.selectFrom('webhook_endpoint').selectAll().where('endpoint', '=', endpoint).executeTakeFirst()
  if (row === undefined) return undefined
  const { failures, probe_at: probeAt, disabled_at: disabledAt, last_ok_at: lastOkAt } = row
  return { endpoint, failures, probeAt, disabledAt, lastOkAt }
}

/** Its earlier answers no longer count: everything that waits may go. */
export async function enable(db: Writer, endpoint: string): Promise<void> {
  await db.updateTable('webhook_endpoint').set(enabled).where('endpoint', '=', endpoint).execute()
}

/** It answered 2xx. */
export async function noteSuccess(db: Writer, endpoint: string): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set({ ...enabled, last_ok_at: sql<Date>`clock_timestamp()` })
    .where('endpoint', '=', endpoint)
    .execute()
}

/** It failed again; after too many failures in a row it is only probed. */
export async function noteFailure(
  db: Writer,
  endpoint: string,
  { failuresUntilOpen, probeEveryMs }: { failuresUntilOpen: number; probeEveryMs: number },
): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set({
      failures: sql<number>`failures + 1`,
      probe_at: sql<Date>`case when failures + 1 >= ${failuresUntilOpen}
        then clock_timestamp() + ${probeEveryMs} * interval '1 millisecond' end`,
    })
    .where('endpoint', '=', endpoint)
    .execute()
}

/** It is gone (410): nothing more is sent until a test succeeds. Returns whether this is new. */
export async function disable(db: Writer, endpoint: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoint')
    .set({ disabled_at: sql<Date>`clock_timestamp()` })
    .where('endpoint', '=', endpoint)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** A person wants it tried now, whatever it answered before. */
export async function probeNow(db: Writer, endpoints: readonly string[]): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set({ probe_at: null })
    .where('endpoint', '=', sql<string>`any(${endpoints})`)
    .execute()
}

/** Whether the administrators may be notified of it: once a day. Marks that they are. */
export async function mayAlert(db: Writer, endpoint: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoint')
    .set({ alerted_at: sql<Date>`clock_timestamp()` })
    .where('endpoint', '=', endpoint)
    .where((where) =>
      where.or([
        where('alerted_at', 'is', null),
        where('alerted_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
