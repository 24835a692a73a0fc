import { sql } from 'kysely'

import { readSurroundings } from '#areas/content/index.ts'
import type { Writer } from '#kernel/database.ts'

import { checkAndStoreAll, withBodies } from './check-item.ts'
import { markItems, takeMarks } from './marks.ts'
import { aroundOf } from './site.ts'

/**
 * Checks items again whose stored warnings may be wrong, `limit` at most, in the open transaction. Several workers share the
 * work: none waits for another. Returns how many it dealt with.
 */
export async function recheckItems(db: Writer, organizationId: string, limit: number): Promise<number> {
  const ids = await takeDue(db, limit)
  if (ids.length === 0) return 0
  const present = await db
    .selectFrom('item')
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .where('trashed_at', 'is', null)
    .execute()
  // The writer of an item holds the lock on its row: such an item is left for the next round, so nobody ever waits for both.
  const rows = await db
    .selectFrom('item')
    .selectAll()
    .where('id', '=', sql<string>`any(${present.map(({ id }) => id)})`)
    .where('trashed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  const locked = new Set(rows.map(({ id }) => id))
  const known = new Set(present.map(({ id }) => id))
  await markItems(
    db,
    [...known].filter((id) => !locked.has(id)),
  )
  await forget(
    db,
    ids.filter((id) => !known.has(id)),
  )
  const around = aroundOf(await readSurroundings(db), organizationId)
  await checkAndStoreAll(db, around, await withBodies(db, rows))
  return ids.length - known.size + rows.length
}

/** When the first item is due to be checked again. */
export const nextRecheck = sql`select min(created_at) from app.item_recheck`

/**
 * Postpones what is due first by an hour after its check has failed, so that it holds up nothing else. A change to the item
 * still notes it. Returns its id.
 */
export async function postponeRecheck(db: Writer): Promise<string | undefined> {
  const [itemId] = await takeDue(db, 1)
  if (itemId === undefined) return undefined
  await db
    .insertInto('item_recheck')
    .values({ item_id: itemId, created_at: sql<Date>`now() + interval '1 hour'` })
    .execute()
  return itemId
}

// What another worker has taken is left to it; what is noted after this read stays for the next one.
async function takeDue(db: Writer, limit: number): Promise<string[]> {
  const due = await db
    .selectFrom('item_recheck')
    .select('item_id')
    .where('created_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit * 4)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = [...new Set(due.map((row) => row.item_id))].slice(0, limit)
  await takeMarks(db, ids)
  return ids
}

async function forget(db: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('item_check')
    .where('item_id', '=', sql<string>`any(${[...ids]})`)
    .execute()
  await db
    .deleteFrom('item_warning')
    .where('item_id', '=', sql<string>`any(${[...ids]})`)
    .execute()
}
