import { sql } from 'kysely'

import type { ItemRow } from '#areas/content/items.ts'
import type { Reader, Writer } from '#kernel/database.ts'

import { checkRows } from './check-item.ts'
import { keyOfWords, replaceKeys } from './item-keys.ts'
import { markItems, takeMarks } from './rechecks.ts'
import { basisOf, readSurroundings, type Surroundings } from './site.ts'
import { storeChecks } from './stored-checks.ts'

/** After how many hours every item is looked at again, whatever nobody noted (operations.md 4.2: nightly). */
const hoursOfTruth = 24

/**
 * Checks items again whose stored warnings may be wrong, `limit` at most, in the open transaction. Several workers share the
 * work: none waits for another. Answers how many it dealt with.
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
  // Whoever writes an item has its row: such an item is left for the next round, and nobody ever waits for both.
  const rows = (await db
    .selectFrom('item')
    .selectAll()
    .where('id', '=', sql<string>`any(${present.map(({ id }) => id)})`)
    .where('trashed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()) as ItemRow[]
  const locked = new Set<string>(rows.map(({ id }) => id))
  const known = new Set(present.map(({ id }) => id))
  await markItems(
    db,
    [...known].filter((id) => !locked.has(id)),
  )
  await forget(
    db,
    ids.filter((id) => !known.has(id)),
  )
  const around = await readSurroundings(db, organizationId)
  await completeKeys(db, around, rows)
  await storeChecks(db, basisOf(around), await checkRows(db, around, rows))
  return ids.length - known.size + rows.length
}

/**
 * Puts off what is due first by an hour, after its check has failed, so that it holds up nothing else. A change of the item notes
 * it as before. Answers which it is.
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

/** Notes items whose check is older than a day, or was made under other settings, `limit` at most. Answers how many. */
export async function markOutdated(db: Writer, organizationId: string, limit: number): Promise<number> {
  const basis = basisOf(await readSurroundings(db, organizationId))
  const rows = await withoutMark(db)
    .where(
      sql<boolean>`(c.item_id is null or c.basis <> ${basis} or c.item_version <> i.version or c.checked_at < now() - make_interval(hours => ${hoursOfTruth}))`,
    )
    .limit(limit)
    .execute()
  await markItems(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** Items whose stored warnings may be wrong now, and how many there are. */
export async function staleItems(
  db: Reader,
  around: Surroundings,
  limit: number,
): Promise<{ rows: ItemRow[]; count: number }> {
  const basis = basisOf(around)
  const stale = () =>
    db
      .selectFrom('item as i')
      .leftJoin('item_check as c', 'c.item_id', 'i.id')
      .where('i.trashed_at', 'is', null)
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('c.item_id', 'is', null),
          eb('c.basis', '<>', basis),
          eb('c.item_version', '<>', eb.ref('i.version')),
          exists(selectFrom('item_recheck as r').select('r.id').whereRef('r.item_id', '=', 'i.id')),
        ]),
      )
  const { count } = await stale()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count === 0) return { rows: [], count }
  const rows = await stale().selectAll('i').orderBy('i.updated_at', 'desc').orderBy('i.id').limit(limit).execute()
  return { rows: rows as ItemRow[], count }
}

function withoutMark(db: Reader) {
  return db
    .selectFrom('item as i')
    .leftJoin('item_check as c', 'c.item_id', 'i.id')
    .select('i.id')
    .where('i.trashed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('item_recheck as r').select('r.id').whereRef('r.item_id', '=', 'i.id'))),
    )
}

// What another worker has taken is left to it; what is noted after this look stays for the next one.
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

/** Items of before the keys, or of other settings such as the language, get theirs. */
async function completeKeys(db: Writer, around: Surroundings, rows: readonly ItemRow[]): Promise<void> {
  const basis = basisOf(around)
  const known = await db
    .selectFrom('item_check')
    .select('item_id')
    .where('item_id', '=', sql<string>`any(${rows.map(({ id }) => id)})`)
    .where('basis', '=', basis)
    .execute()
  const fresh = new Set(known.map((row) => row.item_id))
  for (const row of rows.filter(({ id }) => !fresh.has(id))) {
    const body = await db
      .selectFrom('item_body')
      .select('content_html')
      .where('item_id', '=', row.id)
      .executeTakeFirst()
    await replaceKeys(db, { before: row, after: row, html: body?.content_html ?? '', around, marksSelf: false })
    const keyword = keyOfWords(row.primary_keyword, around.site) || null
    if (keyword !== row.keyword_key)
      await db.updateTable('item').set({ keyword_key: keyword }).where('id', '=', row.id).execute()
  }
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
