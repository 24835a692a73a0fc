import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { comparablePath } from '#std/comparable-url.ts'

import { type ItemKey, type KeyKind, pathKey } from './item-keys.ts'

// Who looks at a key of another item: an item with one of these keys depends on an item that has the key on the left.
const dependents: Readonly<Record<KeyKind, readonly KeyKind[]>> = {
  keyword: ['keyword'],
  secondary: ['keyword'],
  description: ['description'],
  canonical: ['canonical'],
  address: ['link', 'related'],
  link: ['address'],
  related: [],
}

/** Notes an item and all that depend on these keys of it for another check. Nobody waits for anybody. */
export async function markDependents(
  db: Writer,
  itemId: string,
  keys: readonly ItemKey[],
  { marksSelf = true }: { marksSelf?: boolean | undefined } = {},
): Promise<void> {
  const depending = keys.flatMap(({ kind, key }) => dependents[kind].map((by) => ({ kind: by, key })))
  await mark(db, {
    itemIds: marksSelf ? [itemId] : [],
    holdersOf: [{ kind: 'related', key: itemId }, ...depending],
    except: itemId,
  })
}

/** Notes items for another check. */
export async function markItems(db: Writer, itemIds: readonly string[]): Promise<void> {
  await mark(db, { itemIds, holdersOf: [] })
}

/** Notes items, and those that link to paths, after redirects of these paths came, changed or went. */
export async function markRedirected(
  db: Writer,
  { paths = [], itemIds }: { paths?: readonly string[]; itemIds: readonly string[] },
): Promise<void> {
  const keys = paths.map((path) => pathKey(comparablePath(path)))
  const holdersOf = keys.flatMap((key) => [{ kind: 'link', key } as const, { kind: 'related', key } as const])
  await mark(db, { itemIds, holdersOf })
}

/**
 * Takes notes away before the items are checked: what is noted after this look stays for the next one, and what somebody else
 * has taken is left to them.
 */
export async function takeMarks(db: Writer, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  await db
    .deleteFrom('item_recheck')
    .where('id', 'in', (query) =>
      query
        .selectFrom('item_recheck')
        .select('id')
        .where('item_id', '=', sql<string>`any(${[...itemIds]})`)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

type Marked = {
  itemIds: readonly string[]
  /** Every item that has one of these keys, too. */
  holdersOf: readonly ItemKey[]
  except?: string
}

// One statement, each kind a range of the index of keys.
async function mark(db: Writer, { itemIds, holdersOf, except = '' }: Marked): Promise<void> {
  if (itemIds.length + holdersOf.length === 0) return
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
  await db
    .insertInto('item_recheck')
    .columns(['item_id'])
    .expression(db.selectFrom(noted.as('noted')).select('noted.item_id').distinct())
    .execute()
}

function holders(db: Reader, kind: KeyKind, keys: readonly string[]) {
  return db
    .selectFrom('item_key')
    .select('item_key.item_id')
    .where('item_key.kind', '=', kind)
    .where('item_key.key', '=', sql<string>`any(${[...new Set(keys)]})`)
}
