import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import type { Snapshot } from '#kernel/journal.ts'
import { textHash } from '#std/text-hash.ts'

import { leaves, type Planned } from './planned.ts'

/** What one record of a kind has at a time: the slug of an item or term, the path of a redirect. */
type Names = { now: string | undefined; after: string | undefined }

function namesOf(record: Planned): Names {
  const { type, existence, from, whole, collectionId } = record
  const before = { ...whole, ...from }
  const nameIn: ((state: Snapshot) => string) | undefined = {
    item: ({ slug }: Snapshot) => nameOf('item', collectionId, slug),
    term: (state: Snapshot) => nameOf('term', state['collectionId'], state['kind'], state['slug']),
    redirect: ({ fromPath }: Snapshot) => nameOf('redirect', fromPath),
    entry: undefined,
    topic: undefined,
  }[type]
  if (nameIn === undefined) return { now: undefined, after: undefined }
  // An item in the trash occupies none.
  const isThere = existence !== 'recreate' && before['trashedAt'] == null
  return { now: isThere ? nameIn(before) : undefined, after: leaves(record) ? undefined : nameIn(whole) }
}

const nameOf = (...parts: readonly unknown[]) => parts.join(' ')

/** Records that get a name which another one of the plan has until then (undo.md#names-pass-back). */
export type Passing = { to: Planned; from: Planned }

/** Which records of a plan get a name from which others. */
export function passingsIn(records: readonly Planned[]): Passing[] {
  const named = records.map((record) => ({ record, ...namesOf(record) }))
  const holders = new Map(named.flatMap(({ record, now }) => (now === undefined ? [] : [[now, record] as const])))
  return named.flatMap(({ record: to, now, after }) => {
    const from = after === undefined || after === now ? undefined : holders.get(after)
    return from === undefined ? [] : [{ to, from }]
  })
}

/**
 * The records whose name from before is another's: of one that keeps it, or of one that gets it back from a later change.
 */
export async function withTakenNames(db: Reader, records: readonly Planned[]): Promise<Planned[]> {
  const after = new Map(records.map((record) => [record.id, namesOf(record).after]))
  const wanting = records.filter((record) => {
    const names = namesOf(record)
    return names.after !== undefined && names.after !== names.now
  })
  if (wanting.length === 0) return []
  const holders = await holdersOf(db, wanting)
  const getting = new Map<string, Planned>()
  // The last one that lost a name would be the first to get it back, one call after the other.
  for (const record of wanting.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    getting.set(after.get(record.id) ?? '', record)
  return wanting.filter((record) => {
    const name = after.get(record.id) ?? ''
    const keeps = (id: string) => id !== record.id && (!after.has(id) || after.get(id) === name)
    return getting.get(name) !== record || (holders.get(name) ?? []).some(keeps)
  })
}

/** The records that have the names now that others are to get, by name. */
async function holdersOf(db: Reader, wanting: readonly Planned[]): Promise<ReadonlyMap<string, string[]>> {
  const wanted = (type: Planned['type'], field: string) =>
    wanting.flatMap((record) => (record.type === type ? [String(record.whole[field])] : []))
  const found: { name: string; id: string }[] = []
  const slugs = { item: wanted('item', 'slug'), term: wanted('term', 'slug') }
  const paths = wanted('redirect', 'fromPath')
  if (slugs.item.length > 0) {
    const rows = await db
      .selectFrom('item')
      .select(['id', 'collection_id', 'slug'])
      .where('slug', '=', sql<string>`any(${slugs.item})`)
      .where('trashed_at', 'is', null)
      .execute()
    found.push(...rows.map((row) => ({ id: row.id, name: nameOf('item', row.collection_id, row.slug) })))
  }
  if (slugs.term.length > 0) {
    const rows = await db
      .selectFrom('term')
      .select(['id', 'collection_id', 'kind', 'slug'])
      .where('slug', '=', sql<string>`any(${slugs.term})`)
      .execute()
    found.push(...rows.map((row) => ({ id: row.id, name: nameOf('term', row.collection_id, row.kind, row.slug) })))
  }
  if (paths.length > 0) {
    const rows = await db
      .selectFrom('redirect')
      .select(['id', 'from_path'])
      .where('from_hash', '=', sql<string>`any(${paths.map(textHash)})`)
      .execute()
    found.push(...rows.map((row) => ({ id: row.id, name: nameOf('redirect', row.from_path) })))
  }
  const byName = Map.groupBy(found, ({ name }) => name)
  return new Map([...byName].map(([name, rows]) => [name, rows.map(({ id }) => id)]))
}
