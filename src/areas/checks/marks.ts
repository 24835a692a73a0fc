import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { comparablePath } from '#std/comparable-url.ts'

import { type ItemKey, type KeyKind, pathKey, proposalKey } from './item-keys.ts'

// Which keys look at another item: an item with one of these keys depends on any item that has the key on the left.
const dependents: Readonly<Record<KeyKind, readonly KeyKind[]>> = {
  keyword: ['keyword'],
  secondary: ['keyword'],
  description: ['description'],
  canonical: ['canonical'],
  address: ['link', 'related', 'address'],
  link: ['address'],
  related: [],
}

/** The write that notes an item, and all items that depend on these keys of it, for another check. It waits for nobody. */
export function dependentsWrite(
  db: Writer,
  itemId: string,
  keys: readonly ItemKey[],
  { marksSelf = true }: { marksSelf?: boolean | undefined } = {},
) {
  const depending = keys.flatMap(({ kind, key }) => [
    ...dependents[kind].map((by) => ({ kind: by, key })),
    ...(kind === 'keyword' ? [{ kind: 'related' as const, key: proposalKey(key) }] : []),
  ])
  return marking(db, {
    itemIds: marksSelf ? [itemId] : [],
    holdersOf: [{ kind: 'related', key: itemId }, ...depending],
    except: itemId,
  })
}

/** In the place of an item: all whose check is of other settings than now (checks.md#seen-at-once). Triggers of the database note it. */
export const everyItem = '*'

/** Notes all items, where what their checks depend on changed and no trigger of the database sees it. */
export const markEveryItem = (db: Writer): Promise<void> => markItems(db, [everyItem])

/** Notes items for another check. */
export async function markItems(db: Writer, itemIds: readonly string[]): Promise<void> {
  await marking(db, { itemIds, holdersOf: [] })?.execute()
}

/** An item whose similar item was written. `rank`: how much it is told of it now (`rankOfSimilar`); null where they are similar no more. */
export type Meeting = { itemId: string; rivalId: string; rank: number | null }

/**
 * The write that notes items whose check names a similar item that was written, or would name it now; undefined if there are none.
 * Where a check names as many as it may, one that is less alike than all of them changes nothing (checks.md#nothing-is-checked-twice).
 */
export function rivalsWrite(db: Writer, meetings: readonly Meeting[]) {
  if (meetings.length === 0) return undefined
  const [ids, rivals, ranks] = [
    meetings.map(({ itemId }) => itemId),
    meetings.map(({ rivalId }) => rivalId),
    meetings.map(({ rank }) => rank),
  ]
  const met = sql<{ item_id: string; rival_id: string; rank: number | null }>`
    (select * from unnest(${ids}::text[], ${rivals}::text[], ${ranks}::float8[]))`.as<'met'>(
    sql`met(item_id, rival_id, rank)`,
  )
  const isNamed = sql<boolean>`met.rival_id = any(c.similar_ids)`
  const ranksBefore = sql<boolean>`c.similar_least is null or met.rank > c.similar_least
    or met.rank = c.similar_least and met.rival_id collate "C" < c.similar_ids[cardinality(c.similar_ids)]`
  return db
    .insertInto('item_recheck')
    .columns(['item_id'])
    .expression(
      db
        .selectFrom(met)
        .leftJoin('item_check as c', 'c.item_id', 'met.item_id')
        .select('met.item_id')
        .where(sql<boolean>`(${isNamed} or met.rank is not null and (${ranksBefore}))`)
        .distinct(),
    )
}

/** Notes items, and those that link to paths, after redirects of these paths were created, changed or removed. */
export async function markRedirected(
  db: Writer,
  { paths = [], itemIds }: { paths?: readonly string[]; itemIds: readonly string[] },
): Promise<void> {
  const keys = paths.map((path) => pathKey(comparablePath(path)))
  const holdersOf = keys.flatMap((key) => [{ kind: 'link', key } as const, { kind: 'related', key } as const])
  await marking(db, { itemIds, holdersOf })?.execute()
}

/**
 * Removes notes before the items are checked: what is noted after this read stays for the next check, and what another worker
 * has taken is left to it.
 */
export async function takeMarks(db: Writer, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length > 0) await marksTaken(db, itemIds).execute()
}

/** The write that does so. As a table of its own, what is locked is looked for once, however many notes there are. */
export function marksTaken(db: Writer, itemIds: readonly string[]) {
  const isOfThese = sql<boolean>`item_id = any(${[...itemIds]})`
  return db
    .with('taken', (query) => query.selectFrom('item_recheck').select('id').where(isOfThese).forUpdate().skipLocked())
    .deleteFrom('item_recheck')
    .where(isOfThese)
    .where('id', 'in', (query) => query.selectFrom('taken').select('taken.id'))
}

type Marked = {
  itemIds: readonly string[]
  /** Also every item that has one of these keys. */
  holdersOf: readonly ItemKey[]
  except?: string
}

// One statement, each kind a range of the index of keys.
function marking(db: Writer, { itemIds, holdersOf, except = '' }: Marked) {
  if (itemIds.length + holdersOf.length === 0) return undefined
  const given = sql<{ item_id: string }>`unnest(${[...itemIds]}::text[])`.as<'given'>(sql`given(item_id)`)
  let noted = db.selectFrom(given).select('given.item_id')
  for (const [kind, keys] of Map.groupBy(holdersOf, (key) => key.kind))
    noted = noted.unionAll(
      holders(
        db,
        kind,
        keys.map(({ key }) => key),
      ).where('item_key.item_id', '<>', except),
    )
  return db
    .insertInto('item_recheck')
    .columns(['item_id'])
    .expression(db.selectFrom(noted.as('noted')).select('noted.item_id').distinct())
}

function holders(db: Reader, kind: KeyKind, keys: readonly string[]) {
  return db
    .selectFrom('item_key')
    .select('item_key.item_id')
    .where('item_key.kind', '=', kind)
    .where('item_key.key', '=', sql<string>`any(${[...new Set(keys)]})`)
}
