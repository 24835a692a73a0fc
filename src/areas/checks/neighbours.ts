import { sql } from 'kysely'

import { pathsLeadingTo } from '#areas/content/index.ts'
import type { StoredItem } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'
import { comparablePath } from '#std/comparable-url.ts'

import { addressKeys, canonicalKey, descriptionKey, keyOfWords, pathKey } from './item-keys.ts'
import { otherOf } from './resolve-addresses.ts'
import type { Around } from './site.ts'
import type { Index, Other } from './rules/subject.ts'

type Shared = Pick<Index, 'sameCanonical' | 'sameDescription' | 'sameKeyword' | 'secondaryOf'>

const mostPerKey = 60

/** Other items with the same keys, oldest first and published ones before others, for each of many items. One query. */
export async function readShared(db: Reader, rows: readonly StoredItem[], { site }: Around) {
  const wanted = new Map(
    rows.map((row) => [
      row.id,
      {
        keyword: keyOfWords(row.primary_keyword, site),
        description: descriptionKey(row.meta_description),
        canonical: canonicalKey(row.canonical_url),
      },
    ]),
  )
  const keys = [...wanted.values()].flatMap(Object.values<string>).filter((key) => key !== '')
  const holders = keys.length === 0 ? new Map<string, Other[]>() : await holdersOf(db, [...new Set(keys)])
  return (row: StoredItem): Shared => {
    const own = wanted.get(row.id)
    const others = (kind: string, key: string | undefined) =>
      (holders.get(`${kind} ${key ?? ''}`) ?? []).filter(({ id }) => id !== row.id)
    const isPublished = ({ status }: Other) => status === 'published'
    return {
      sameKeyword: others('keyword', own?.keyword),
      secondaryOf: others('secondary', own?.keyword),
      sameDescription: others('description', own?.description).filter(isPublished),
      sameCanonical: others('canonical', own?.canonical).filter(isPublished),
    }
  }
}

async function holdersOf(db: Reader, keys: readonly string[]): Promise<Map<string, Other[]>> {
  const ranked = db
    .selectFrom('item_key as k')
    .innerJoin('item as i', 'i.id', 'k.item_id')
    .select(['k.kind', 'k.key', 'i.id', 'i.title', 'i.effective_status', 'i.collection_id'])
    .select(
      sql<number>`row_number() over (partition by k.kind, k.key order by i.effective_status = 'published' desc, i.effective_status = 'scheduled' desc, i.sort_date, i.id)`.as(
        'n',
      ),
    )
    .where('k.kind', '=', sql<'keyword'>`any(${['keyword', 'secondary', 'description', 'canonical']})`)
    .where('k.key', '=', sql<string>`any(${[...keys]})`)
    .where('i.trashed_at', 'is', null)
  const rows = await db
    .selectFrom(ranked.as('r'))
    .selectAll()
    .where('n', '<=', mostPerKey + 1)
    .orderBy('n')
    .execute()
  const holders = new Map<string, Other[]>()
  for (const row of rows) {
    const name = `${row.kind} ${row.key}`
    holders.set(name, [...(holders.get(name) ?? []), otherOf(row)])
  }
  return holders
}

type Among = { around: Around; among: 'published' | 'all' }

/** The other items that link to each of the items, to an address of it or to one that leads to it; none of the trash. */
export async function linkingItems(
  db: Reader,
  rows: readonly StoredItem[],
  { around, among }: Among,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const linked = new Map<string, string[]>()
  const note = (key: string, id: string) => linked.set(key, [...(linked.get(key) ?? []), id])
  for (const row of rows) for (const key of addressKeys(row, around)) note(key, row.id)
  const leading = await pathsLeadingTo(
    db,
    rows.map(({ id }) => id),
  )
  for (const { fromPath, itemId } of leading) note(pathKey(comparablePath(fromPath)), itemId)
  const links = await db
    .selectFrom('item_key as k')
    .innerJoin('item as i', 'i.id', 'k.item_id')
    .select(['k.key', 'k.item_id'])
    .where('k.kind', '=', 'link')
    .where('k.key', '=', sql<string>`any(${[...linked.keys()]})`)
    .where('i.trashed_at', 'is', null)
    .$if(among === 'published', (query) => query.where('i.effective_status', '=', 'published'))
    .execute()

  const linking = new Map(rows.map(({ id }) => [id, new Set<string>()]))
  for (const { key, item_id: from } of links)
    for (const id of linked.get(key) ?? []) if (id !== from) linking.get(id)?.add(from)
  return linking
}

/** Items by id, with those in the trash. */
export async function readRelated(db: Reader, ids: readonly string[]): Promise<Index['related']> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('item')
    .select(['id', 'title', 'effective_status', 'collection_id', 'trashed_at'])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]})`)
    .execute()
  return new Map(rows.map((row) => [row.id, { ...otherOf(row), isTrashed: row.trashed_at !== null }]))
}

/** Images by id. */
export async function readImages(db: Reader, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, NonNullable<Index['featuredImage']>>()
  const rows = await db
    .selectFrom('media')
    .select(['id', 'alt', 'width'])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
