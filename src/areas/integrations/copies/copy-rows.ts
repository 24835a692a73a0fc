import { type Selectable, sql, type UpdateObject } from 'kysely'

import type { CmsCopy } from '#kernel/cms-connector.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { Tables } from '#kernel/tables.ts'

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'item_copy.snapshot': CmsCopy['fields']
    'item_copy.sent': CmsCopy['fields']
    'delivery.payload': PushOptions
  }
}

/** How an item is to be pushed where it is not simply what it is here. */
export type PushOptions = { as?: 'draft' | 'published'; overwriteRemote?: boolean }

export type CopyRow = Selectable<Tables['item_copy']>

type Of = { integrationId: string; itemId: string }

/** The copy of an item; undefined where none was ever made. */
export function findCopy(db: Reader, { integrationId, itemId }: Of): Promise<CopyRow | undefined> {
  return db
    .selectFrom('item_copy')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
}

/** The same, locked. */
export function lockCopy(db: Writer, { integrationId, itemId }: Of) {
  return db
    .selectFrom('item_copy')
    .select(['holder', 'updated_at'])
    .where('integration_id', '=', integrationId)
    .where('item_id', '=', itemId)
    .forUpdate()
    .executeTakeFirst()
}

/** How long a job may be silent about a push before another one may take it over: longer than all requests of a push. */
const holdSeconds = 300
const holdEnd = sql<Date>`clock_timestamp() + ${holdSeconds} * interval '1 second'`

/**
 * Takes the copy of an item for a job: one push per item is in flight, on all nodes together. Returns its row, undefined where
 * another job has it.
 */
export async function holdCopy(db: Writer, { integrationId, itemId }: Of, jobId: string): Promise<CopyRow | undefined> {
  await db
    .insertInto('item_copy')
    .values({ integration_id: integrationId, item_id: itemId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .updateTable('item_copy')
    .set({ holder: jobId, held_until: holdEnd })
    .where('integration_id', '=', integrationId)
    .where('item_id', '=', itemId)
    .where((where) =>
      where.or([
        where('holder', 'is', null),
        where('holder', '=', jobId),
        where('held_until', '<', sql<Date>`clock_timestamp()`),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Changes what is known of a copy. */
export async function changeCopy(
  db: Writer,
  { integrationId, itemId }: Of,
  changes: UpdateObject<Tables, 'item_copy'>,
): Promise<void> {
  await db
    .updateTable('item_copy')
    .set({ ...changes, updated_at: sql<Date>`clock_timestamp()` })
    .where('integration_id', '=', integrationId)
    .where('item_id', '=', itemId)
    .execute()
}

/** What a push works on is its own no longer: another site was connected meanwhile, or another job took the copy over. */
export class LostCopy extends Error {}

/** Goes on holding it: many requests to a slow service take longer than a push may be silent. Throws `LostCopy`. */
export async function keepHold(db: Writer, of: Of & { holder: string }): Promise<void> {
  await requireHeld(db, of)
  await db
    .updateTable('item_copy')
    .set({ held_until: holdEnd })
    .where('integration_id', '=', of.integrationId)
    .where('item_id', '=', of.itemId)
    .execute()
}

/** Changes what is known of a copy that a push holds. Throws `LostCopy`. */
export async function changeHeld(
  db: Writer,
  of: Of & { holder: string },
  changes: UpdateObject<Tables, 'item_copy'>,
): Promise<void> {
  await requireHeld(db, of)
  await changeCopy(db, of, changes)
}

/** Locks the copy that a push holds. Throws `LostCopy`. */
export async function requireHeld(
  db: Writer,
  { integrationId, itemId, holder }: Of & { holder: string },
): Promise<void> {
  const copy = await lockCopy(db, { integrationId, itemId })
  if (copy?.holder !== holder) throw new LostCopy('the copy is no longer held by this push')
}

export const released = { holder: null, held_until: null } as const

/** An address of a copy as it is kept and shown: one of the web, as long as an address may be. Services are not believed more. */
export function webAddress(address: string | null): string | null {
  const isOne = address !== null && address.length <= 2048 && /^https?:$/.test(URL.parse(address)?.protocol ?? '')
  return isOne ? address : null
}

/** What lists and answers of items say about their copies. */
export async function showOnItem(
  db: Writer,
  itemId: string,
  changes: Pick<UpdateObject<Tables, 'item'>, 'external_state' | 'external_id' | 'external_url' | 'publish_error'>,
): Promise<void> {
  await db.updateTable('item').set(changes).where('id', '=', itemId).execute()
}
