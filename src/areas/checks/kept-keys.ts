import { sql } from 'kysely'

import type { KeptKeys, StoredItem } from '#kernel/checks.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { type Write, writeTogether } from '#kernel/write-together.ts'
import { hrefsOf } from '#std/page.ts'

import { haveSameKeys, type ItemKey, keysOf } from './item-keys.ts'
import { dependentsWrite } from './marks.ts'
import type { Around } from './site.ts'

type Writes = readonly (Write | undefined)[]
type Change = {
  before: StoredItem | undefined
  after: StoredItem
  /** The addresses that the new body links to; undefined where the body is unchanged. */
  hrefs: readonly string[] | undefined
  around: Around
  /** The stored keys, where they have been read. */
  kept?: KeptKeys | undefined
}

/**
 * The writes that store the keys of an item that was written, and note it and everything that depends on the difference for
 * another check.
 */
export async function keyWrites(db: Writer, { before, after, hrefs, around, kept }: Change): Promise<Writes> {
  const isSeenAlike = visibilityOf(before) === visibilityOf(after)
  if (before !== undefined && hrefs === undefined && isSeenAlike && haveSameKeys(before, after))
    return [dependentsWrite(db, after.id, [])]
  const stored = before === undefined ? [] : (kept ?? (await storedKeys(db, after.id)))
  const { writes, wanted, added, removed } = replacement(db, { row: after, hrefs, around, stored })
  return [...writes, dependentsWrite(db, after.id, isSeenAlike ? [...added, ...removed] : [...wanted, ...removed])]
}

/** Brings the keys of a stored item up to date, and notes what depends on the difference. */
export async function renewKeys(
  db: Writer,
  { row, html, around }: { row: StoredItem; html: string; around: Around },
): Promise<void> {
  const stored = await storedKeys(db, row.id)
  const { writes, added, removed } = replacement(db, { row, hrefs: hrefsOf(html), around, stored })
  await writeTogether(db, [...writes, dependentsWrite(db, row.id, [...added, ...removed], { marksSelf: false })])
}

/** Notes what depends on an item for another check, before the item is removed with its keys. */
export async function leaveKeys(db: Writer, itemId: string): Promise<void> {
  await writeTogether(db, [dependentsWrite(db, itemId, await storedKeys(db, itemId), { marksSelf: false })])
}

type Replacement = Pick<Change, 'hrefs' | 'around'> & { row: StoredItem; stored: KeptKeys }

function replacement(db: Writer, { row, hrefs, around, stored }: Replacement) {
  const kept = hrefs === undefined ? stored.filter(({ kind }) => kind === 'link') : []
  const wanted = [...keysOf(row, hrefs ?? [], around), ...kept]
  const [added, removed] = [without(wanted, stored), without(stored, wanted)]
  const writes: Writes = [
    removed.length === 0
      ? undefined
      : db
          .deleteFrom('item_key')
          .where('item_id', '=', row.id)
          .where(sql<boolean>`(kind, key) in ${listOf(removed)}`),
    added.length === 0
      ? undefined
      : db
          .insertInto('item_key')
          .columns(['item_id', 'kind', 'key'])
          .expression(
            db
              .selectFrom(listOf(added).as<'added'>(sql`added(kind, key)`))
              .select([sql<string>`${row.id}::text`.as('item_id'), 'added.kind', 'added.key']),
          )
          .onConflict((conflict) => conflict.doNothing()),
  ]
  return { writes, wanted, added, removed }
}

const listOf = (keys: readonly ItemKey[]) =>
  sql<ItemKey>`(select * from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ key }) => key)}::text[]))`

/** The stored keys of an item. */
export async function storedKeys(db: Reader, itemId: string): Promise<ItemKey[]> {
  return db.selectFrom('item_key').select(['kind', 'key']).where('item_id', '=', itemId).execute()
}

function without(keys: readonly ItemKey[], others: readonly ItemKey[]): ItemKey[] {
  const known = new Set(others.map(({ kind, key }) => `${kind} ${key}`))
  return keys.filter(({ kind, key }) => !known.has(`${kind} ${key}`))
}

const visibilityOf = (row: StoredItem | undefined) =>
  row === undefined || row.trashed_at !== null ? 'none' : row.effective_status
