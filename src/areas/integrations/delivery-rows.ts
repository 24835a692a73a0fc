import { type Expression, type Selectable, sql, type SqlBool, type UpdateObject } from 'kysely'

import { requestNow } from '#kernel/asked.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { Tables } from '#kernel/tables.ts'
import { nextVersion } from '#kernel/version.ts'

import type { Claimed } from './claim-deliveries.ts'

export type DeliveryRow = Selectable<Tables['delivery']>

type Changes = UpdateObject<Tables, 'delivery'>

/** Why a delivery with nowhere left to go ends. */
export const notConnectedError = JSON.stringify({
  code: 'not_connected',
  message: 'There is no longer a website to notify of changes.',
})

/** That many milliseconds from now, by the clock of the database. */
export const inMs = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`

/** What a delivery keeps of the request that causes it (operating.md#one-id-per-request). */
export const ofRequest = () => ({ request_id: requestNow() ?? null })

/** Those that wait for an attempt. */
export const waiting = sql<boolean>`next_attempt_at is not null`

/** Those with these ids. */
export const withIds = (ids: readonly string[]) => sql<boolean>`id = any(${ids})`

/** Locks a delivery that is due, or nearly so. Undefined: it has ended, or is not due. */
export function lockDue(db: Writer, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('delivery')
    .selectAll()
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('next_attempt_at', '<=', sql<Date>`clock_timestamp() + interval '50 milliseconds'`)
    .forUpdate()
    .executeTakeFirst()
}

/** A delivery that its worker still holds: no row where another worker holds it by now. */
export function heldBy(db: Reader, { id, attempts }: Claimed) {
  return db
    .selectFrom('delivery')
    .selectAll()
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('lease_until', 'is not', null)
}

/** Changes deliveries; each has the next version. */
export async function changeDeliveries(db: Writer, which: Expression<SqlBool>, changes: Changes): Promise<void> {
  await changesWrite(db, which, changes).execute()
}

function changesWrite(db: Writer, which: Expression<SqlBool>, changes: Changes) {
  // By the same clock as their creation, so that none is changed before it was created.
  const present = { ...nextVersion, updated_at: sql<Date>`clock_timestamp()` }
  return db
    .updateTable('delivery')
    .set({ ...changes, ...present })
    .where(which)
}

/** Changes deliveries that are no longer attempted. */
export async function endDeliveries(db: Writer, which: Expression<SqlBool>, changes: Changes): Promise<void> {
  await endWrite(db, which, changes).execute()
}

function endWrite(db: Writer, which: Expression<SqlBool>, changes: Changes) {
  const ended = { next_attempt_at: null, lease_until: null, finished_at: sql<Date>`clock_timestamp()` }
  return changesWrite(db, which, { ...changes, ...ended })
}

/** Ends deliveries that a newer one takes over. */
export async function supersede(db: Writer, ids: readonly string[], by: string): Promise<void> {
  await supersedeWrite(db, ids, by).execute()
}

/** The write that does so. */
export const supersedeWrite = (db: Writer, ids: readonly string[], by: string) =>
  endWrite(db, withIds(ids), { state: 'succeeded', superseded_by: by, error: null })
