import { sql } from 'kysely'

import type { Breathe } from '#kernel/breathe.ts'
import type { Reader } from '#kernel/database.ts'

import { type BodyFeatures, comparedBody, comparedOf, method, similarityRows } from './item-similarity.ts'
import { storedFeatures } from './missing-similarity.ts'
import { type Subject, subjectOf } from './score.ts'

/** An item in the comparison of all items. */
export type Entry = { id: string; subject: Subject }

type Read = <T>(work: (db: Reader) => Promise<T>) => Promise<T>
type Options = { locale: string; collectionId?: string | undefined; breathe: Breathe }

const batch = 1000
/** At most this many bodies are read here for items that have no signature yet; the rest is left to the worker. */
const readableBodies = 1000
const bodiesOfBatch = 50

/**
 * All items that are not in the trash, or those of a collection, ordered by id; read in short transactions. While the signatures
 * of many older items are still being made, `unchecked` of them are compared without their bodies.
 */
export async function loadEntries(
  read: Read,
  { locale, collectionId, breathe }: Options,
): Promise<{ entries: Entry[]; unchecked: number }> {
  const rows: Row[] = []
  for (let last = ''; ;) {
    const found = await read((db) => rowsAfter(db, last, collectionId))
    rows.push(...found)
    last = found.at(-1)?.id ?? ''
    if (found.length < batch) break
  }
  const missing = rows.flatMap(({ id, stored }) => (stored?.method === method && stored.locale === locale ? [] : id))
  const bodies = await missingBodies(read, missing.slice(0, readableBodies), breathe)
  const entries: Entry[] = []
  for (const row of rows) {
    entries.push({ id: row.id, subject: subjectOf(featuresOf(row, bodies.get(row.id), locale), locale) })
    const pause = breathe()
    if (pause !== undefined) await pause
  }
  return { entries, unchecked: Math.max(0, missing.length - readableBodies) }
}

/** These items, compared with what is stored of their bodies. */
export async function entriesOf(
  db: Reader,
  { ids, locale }: { ids: readonly string[]; locale: string },
): Promise<Entry[]> {
  const items = await compared(db)
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .execute()
  const stored = await similarityRows(db, ids)
  return items.map((item) => {
    const row = { ...item, stored: stored.get(item.id) }
    return { id: item.id, subject: subjectOf(featuresOf(row, undefined, locale), locale) }
  })
}

type Row = Awaited<ReturnType<typeof rowsAfter>>[number]

const compared = (db: Reader) =>
  db
    .selectFrom('item')
    .select(['id', 'title', 'primary_keyword', 'secondary_keywords', 'publish_at'])
    .where('trashed_at', 'is', null)

// Two queries by key: without statistics, a join of the two tables may scan one of them once per row of the other.
async function rowsAfter(db: Reader, last: string, collectionId: string | undefined) {
  const items = await compared(db)
    .where('id', '>', last)
    .$if(collectionId !== undefined, (query) => query.where('collection_id', '=', sql<string>`${collectionId}`))
    .orderBy('id')
    .limit(batch)
    .execute()
  const rows = await similarityRows(
    db,
    items.map(({ id }) => id),
  )
  return items.map((item) => ({ ...item, stored: rows.get(item.id) }))
}

function featuresOf(row: Row, body: BodyFeatures | undefined, locale: string) {
  return {
    title: row.title,
    primaryKeyword: row.primary_keyword,
    secondaryKeywords: row.secondary_keywords,
    publishAt: row.publish_at?.getTime() ?? null,
    ...(body === undefined ? comparedBody(row.stored) : comparedOf(body, locale)),
  }
}

async function missingBodies(read: Read, ids: readonly string[], breathe: Breathe) {
  const bodies = new Map<string, BodyFeatures>()
  for (let from = 0; from < ids.length; from += bodiesOfBatch) {
    const found = await read((db) => storedFeatures(db, ids.slice(from, from + bodiesOfBatch)))
    for (const [id, body] of found) bodies.set(id, body)
    const pause = breathe()
    if (pause !== undefined) await pause
  }
  return bodies
}
