import { sql } from 'kysely'

import type { StoredItem } from '#kernel/checks.ts'
import type { Reader, Writer } from '#kernel/database.ts'

import { haveSameKeys, type ItemKey, keysOf } from './item-keys.ts'
import { markDependents } from './marks.ts'
import type { Around } from './site.ts'

type Change = { before: StoredItem | undefined; after: StoredItem; html: string | undefined; around: Around }

/**
 * Keeps the keys of an item that was written, and notes it and whatever depends on the difference for another check. Without
 * `html` the body is as it was.
 */
export async function keepKeys(db: Writer, { before, after, html, around }: Change): Promise<void> {
  const isSeenAlike = visibilityOf(before) === visibilityOf(after)
  if (before !== undefined && html === undefined && isSeenAlike && haveSameKeys(before, after))
    return markDependents(db, after.id, [])
  const stored = before === undefined ? [] : await storedKeys(db, after.id)
  const { wanted, added, removed } = await replaceKeys(db, { row: after, html, around, stored })
  await markDependents(db, after.id, isSeenAlike ? [...added, ...removed] : [...wanted, ...removed])
}

/** Brings the keys of a stored item up to date, and notes what depends on the difference. */
export async function renewKeys(
  db: Writer,
  { row, html, around }: { row: StoredItem; html: string; around: Around },
): Promise<void> {
  const stored = await storedKeys(db, row.id)
  const { added, removed } = await replaceKeys(db, { row, html, around, stored })
  await markDependents(db, row.id, [...added, ...removed], { marksSelf: false })
}

/** Notes what depends on an item for another check, before the item is removed with its keys. */
export async function leaveKeys(db: Writer, itemId: string): Promise<void> {
  await markDependents(db, itemId, await storedKeys(db, itemId), { marksSelf: false })
}

type Replacement = { row: StoredItem; html: string | undefined; around: Around; stored: readonly ItemKey[] }

async function replaceKeys(db: Writer, { row, html, around, stored }: Replacement) {
  const kept = html === undefined ? stored.filter(({ kind }) => kind === 'link') : []
  const wanted = [...keysOf(row, html, around), ...kept]
  const [added, removed] = [without(wanted, stored), without(stored, wanted)]
  if (removed.length > 0) await removeKeys(db, row.id, removed)
  if (added.length > 0)
    await db
      .insertInto('item_key')
      .values(added.map((key) => ({ ...key, item_id: row.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return { wanted, added, removed }
}

async function removeKeys(db: Writer, itemId: string, keys: readonly ItemKey[]): Promise<void> {
  const [kinds, values] = [keys.map(({ kind }) => kind), keys.map(({ key }) => key)]
  await db
    .deleteFrom('item_key')
    .where('item_id', '=', itemId)
    .where(sql<boolean>`(kind, key) in (select * from unnest(${kinds}::text[], ${values}::text[]))`)
    .execute()
}

/** The stored keys of an item. */
async function storedKeys(db: Reader, itemId: string): Promise<ItemKey[]> {
  return db.selectFrom('item_key').select(['kind', 'key']).where('item_id', '=', itemId).execute()
}

function without(keys: readonly ItemKey[], others: readonly ItemKey[]): ItemKey[] {
  const known = new Set(others.map(({ kind, key }) => `${kind} ${key}`))
  return keys.filter(({ kind, key }) => !known.has(`${kind} ${key}`))
}

const visibilityOf = (row: StoredItem | undefined) =>
  row === undefined || row.trashed_at !== null ? 'none' : row.effective_status
