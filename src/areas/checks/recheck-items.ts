import { sql } from 'kysely'

import { readSurroundings } from '#areas/items/index.ts'
import type { Writer } from '#kernel/database.ts'

import { checkAndStoreAll, withBodies } from './check-item.ts'
import { everyItem, markItems, takeMarks } from './marks.ts'
import { writeMissingSimilarity } from './similarity/missing-similarity.ts'
import { aroundOf } from './site.ts'
import { markOutdated } from './stale-items.ts'

/**
 * Checks items again whose stored warnings may be wrong, `limit` at most, in the open transaction. Several workers share the
 * work: none waits for another. Returns how many it dealt with.
 */
export async function recheckItems(db: Writer, organizationId: string, limit: number): Promise<number> {
  const due = await takeDue(db, limit)
  if (due.length === 0) return 0
  if (due.includes(everyItem)) await markEvery(db, organizationId)
  const ids = due.filter((id) => id !== everyItem)
  if (ids.length === 0) return 1
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

// In steps, so that no transaction is long: what is left is due again. What items are compared by follows the language, too.
async function markEvery(db: Writer, organizationId: string): Promise<void> {
  const marked = await markOutdated(db, organizationId, marksAtOnce)
  const isLeft = marked === marksAtOnce || (await writeMissingSimilarity(db, textsAtOnce)) === textsAtOnce
  if (isLeft) await markItems(db, [everyItem])
}

const marksAtOnce = 500
const textsAtOnce = 5

/** When the first item is due to be checked again. */
export const nextRecheck = sql`select min(created_at) from app.item_recheck`

/**
 * Postpones what is due first for so many seconds after its check has failed, so that it holds up nothing else. A change to the item
 * still notes it. Returns its id.
 */
export async function postponeRecheck(db: Writer, seconds: number): Promise<string | undefined> {
  const [itemId] = await takeDue(db, 1)
  if (itemId === undefined) return undefined
  await db
    .insertInto('item_recheck')
    .values({ item_id: itemId, created_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
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
