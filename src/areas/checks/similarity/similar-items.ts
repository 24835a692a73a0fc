import { sql } from 'kysely'

import type { Status } from '#areas/content/index.ts'
import type { Reader } from '#kernel/database.ts'

import { comparedBody, indexedTokens, similarityRows, wholeTitle } from './item-similarity.ts'
import { bandsOf, likeness } from './minhash.ts'
import { compare, type Comparison, type Features, isNearBody, nearBody, type Subject, subjectOf } from './score.ts'
import { competition } from './title-signal.ts'

/** Another item of the organization that is not in the trash and competes with it. */
export type Similar = {
  id: string
  title: string
  status: Status
  collectionId: string
  /** Estimated Jaccard similarity of the bodies, 0 to 1. */
  body: number
  isSeries: Comparison['isSeries']
  /** The final score, 0 to 1 (checks.md#similarity-score). */
  score: number
  /** The parts of the score, each 0 to 1. */
  parts: { title: number; keyword: number; headings: number }
}

/** How many candidates of a kind are looked at, those that share most first. */
const candidates = 200
/** A word of more titles than these makes nobody a candidate. */
const frequent = 300

/** How many are answered. */
const most = 20

/**
 * Items whose title competes or whose body is a near duplicate, best first; at most 20. Without `id` no item is left out. `locale`
 * is that of the organization. Candidates come from the bands and words that are stored with each item, so the work does not grow
 * with the organization.
 */
export async function similarItems(
  db: Reader,
  { id: ownId, features, locale }: { id?: string; features: Features; locale: string },
): Promise<Similar[]> {
  const subject = subjectOf(features, locale)
  const { minhash } = subject
  const ids = new Set([
    ...(minhash === undefined ? [] : await sharingBands(db, bandsOf(minhash))),
    ...(await sharingTokens(db, subject)),
  ])
  if (ownId !== undefined) ids.delete(ownId)
  const found = (await load(db, [...ids])).flatMap(({ id, title, effective_status: status, ...row }) => {
    const other = subjectOf(
      {
        title,
        primaryKeyword: row.primary_keyword,
        secondaryKeywords: row.secondary_keywords,
        ...comparedBody(row.stored),
      },
      locale,
    )
    // Of many candidates few compete: the rest of them is not read.
    if (competition(subject.signal, other.signal) === 0 && likeness(minhash, other.minhash) < nearBody) return []
    const comparison = compare(subject, other)
    const { body, score, parts, isSeries } = comparison
    if (parts.title === 0 && !isNearBody(comparison)) return []
    const told = { title: parts.title, keyword: parts.keyword ?? 0, headings: parts.headings }
    const one = { id, title, status, collectionId: row.collection_id }
    return [{ ...one, body, isSeries, score, parts: told }]
  })
  const rank = ({ body, score }: Similar) => Math.max(score, body)
  return found.toSorted((a, b) => rank(b) - rank(a) || (a.id < b.id ? -1 : 1)).slice(0, most)
}

async function sharingBands(db: Reader, bands: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('item_band')
    .innerJoin(
      sql<{
        band: number
        hash: number
      }>`unnest(${bands.map((_, band) => band)}::int2[], ${[...bands]}::int4[])`.as<'own'>(sql`own(band, hash)`),
      (join) => join.onRef('own.band', '=', 'item_band.band').onRef('own.hash', '=', 'item_band.hash'),
    )
    .select('item_band.item_id as id')
    .groupBy('item_band.item_id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('item_band.item_id')
    .limit(candidates)
    .execute()
  return rows.map(({ id }) => id)
}

async function sharingTokens(db: Reader, { signal }: Subject): Promise<string[]> {
  const tokens = indexedTokens(signal)
  if (tokens.length === 0) return []
  const counts = await db
    .selectFrom('item_title_token')
    .select(['token', ({ fn }) => fn.countAll<number>().as('count')])
    .where('token', '=', sql<string>`any(${tokens})`)
    .groupBy('token')
    .execute()
  const whole = wholeTitle(signal.tokens)
  const telling = counts.filter(({ token, count }) => token === whole || count <= frequent).map(({ token }) => token)
  if (telling.length === 0) return []
  const rows = await db
    .selectFrom('item_title_token')
    .select('item_id as id')
    .where('token', '=', sql<string>`any(${telling})`)
    .groupBy('item_id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('item_id')
    .limit(candidates)
    .execute()
  return rows.map(({ id }) => id)
}

async function load(db: Reader, ids: readonly string[]) {
  if (ids.length === 0) return []
  const items = await db
    .selectFrom('item')
    .select(['id', 'title', 'effective_status', 'collection_id', 'primary_keyword', 'secondary_keywords'])
    .where('id', '=', sql<string>`any(${ids})`)
    .where('trashed_at', 'is', null)
    .execute()
  const rows = await similarityRows(
    db,
    items.map(({ id }) => id),
  )
  return items.map((item) => ({ ...item, stored: rows.get(item.id) }))
}
