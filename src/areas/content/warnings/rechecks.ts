import { sql } from 'kysely'

import { textHash } from '#std/text-hash.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { comparablePath } from '#std/comparable-url.ts'

import type { ItemKey, KeyKind } from './item-keys.ts'

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
  const wanted = new Map<KeyKind, string[]>([['related', [itemId]]])
  for (const { kind, key } of keys) for (const by of dependents[kind]) wanted.set(by, [...(wanted.get(by) ?? []), key])
  const found = (await itemsWith(db, wanted)).filter((id) => id !== itemId)
  await markItems(db, marksSelf ? [itemId, ...found] : found)
}

/** Notes items for another check. */
export async function markItems(db: Writer, itemIds: readonly string[]): Promise<void> {
  const ids = [...new Set(itemIds)]
  if (ids.length === 0) return
  await db
    .insertInto('item_recheck')
    .values(ids.map((id) => ({ item_id: id })))
    .execute()
}

/**
 * Takes notes away before the items are checked: what is noted after this look stays for the next one, and what somebody else
 * has taken is left to them.
 */
export async function takeMarks(db: Writer, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  const marks = await db
    .selectFrom('item_recheck')
    .select('id')
    .where('item_id', '=', sql<string>`any(${[...itemIds]})`)
    .forUpdate()
    .skipLocked()
    .execute()
  if (marks.length === 0) return
  await db
    .deleteFrom('item_recheck')
    .where('id', '=', sql<string>`any(${marks.map(({ id }) => id)})`)
    .execute()
}

/** Notes the items that link to a path, after a redirect of it came, changed or went. */
export async function markLinksTo(db: Writer, path: string): Promise<void> {
  const key = textHash(comparablePath(path))
  await markItems(
    db,
    await itemsWith(
      db,
      new Map([
        ['link', [key]],
        ['related', [key]],
      ]),
    ),
  )
}

async function itemsWith(db: Reader, wanted: ReadonlyMap<KeyKind, readonly string[]>): Promise<string[]> {
  const found = new Set<string>()
  for (const [kind, keys] of wanted) {
    if (keys.length === 0) continue
    const rows = await db
      .selectFrom('item_key')
      .select('item_id')
      .distinct()
      .where('kind', '=', kind)
      .where('key', '=', sql<string>`any(${[...new Set(keys)]})`)
      .execute()
    for (const row of rows) found.add(row.item_id)
  }
  return [...found]
}
