import { sql } from 'kysely'

import { getSettings } from '#areas/organizations/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { writeTogether } from '#kernel/write-together.ts'
import { signatureOf } from '#std/minhash.ts'

import { headingsOf } from './headings.ts'
import { type BodyFeatures, type ComparedBody, comparedOf, method, similarityWrites } from './item-similarity.ts'

/**
 * Writes the missing rows of items that are older than the table, or than its method. Returns how many were written,
 * `limit` at most.
 */
export async function writeMissingSimilarity(db: Writer, limit: number): Promise<number> {
  // A deleted organization has neither items nor settings.
  if ((await db.selectFrom('item').select('id').limit(1).executeTakeFirst()) === undefined) return 0
  const { locale } = await getSettings(db)
  const rows = await unread(db, locale).select('item.id').orderBy('item.id').limit(limit).execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  // Locked, so that a concurrent edit is not overwritten by what was read before it.
  const items = await db
    .selectFrom('item')
    .select(['id', 'title'])
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const bodies = await storedFeatures(db, ids)
  const changes = items.map(({ id, title }) => ({ id, title, body: bodies.get(id) ?? emptyBody }))
  await writeTogether(db, similarityWrites(db, changes, locale))
  return ids.length
}

/** What stored bodies are compared by. */
export async function storedFeatures(db: Reader, ids: readonly string[]): Promise<Map<string, BodyFeatures>> {
  const bodies = await db
    .selectFrom('item_body')
    .select(['item_id', 'content_html'])
    .where('item_id', '=', sql<string>`any(${ids})`)
    .execute()
  const searched = await db
    .selectFrom('item_search')
    .select(['item_id', 'search_text'])
    .where('item_id', '=', sql<string>`any(${ids})`)
    .execute()
  // The last line of the searched text is the text of the body, with the same words in the same order.
  const texts = new Map(
    searched.map(({ item_id: id, search_text: text }) => [id, text.slice(text.lastIndexOf('\n') + 1)]),
  )
  return new Map(
    bodies.map(({ item_id: id, content_html: html }) => [
      id,
      { ...signatureOf(texts.get(id) ?? ''), headings: headingsOf(html) },
    ]),
  )
}

/** What stored items whose rows are missing are compared by, by id, computed from their bodies. */
export async function unwrittenBodies(
  db: Reader,
  ids: readonly string[],
  locale: string,
): Promise<Map<string, ComparedBody>> {
  if (ids.length === 0) return new Map()
  const features = await storedFeatures(db, ids)
  return new Map([...features].map(([id, one]) => [id, comparedOf(one, locale)]))
}

/** Items of the organization whose rows are missing, or were computed by another method or for another language. */
function unread(db: Reader, locale: string) {
  return db
    .selectFrom('item')
    .leftJoin('item_similarity', 'item_similarity.item_id', 'item.id')
    .where(({ eb, or }) =>
      or([
        eb('item_similarity.item_id', 'is', null),
        eb('item_similarity.method', '<>', method),
        eb('item_similarity.locale', '<>', locale),
      ]),
    )
}

const emptyBody: BodyFeatures = { minhash: undefined, shingles: 0, headings: [] }
