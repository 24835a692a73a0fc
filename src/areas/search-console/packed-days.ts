import { type RawBuilder, sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

import { dayNumber, type Days } from './days.ts'

/** What is named by a number: a text of `app.search_text`. */
export const textDimensions = ['page', 'query', 'country', 'device'] as const
export type TextDimension = (typeof textDimensions)[number]

/** The rows of one day as columns: row `at` has the number `page[at]`, the clicks `clicks[at]` and so on. */
export type PackedDay = Partial<Record<TextDimension, Int32Array>> & {
  /** 20260131 */
  day: number
  n: number
  clicks: Int32Array
  impressions: Int32Array
  /** position x impressions */
  weighted: Float64Array
}

type Wanted = {
  propertyId: number
  days: Days
  /** Texts that are asked for: they decide which rows answer, the fewest that know them. */
  texts: readonly TextDimension[]
  /** On the column `day`. */
  conditions?: readonly RawBuilder<unknown>[]
}

/** Rows that are fetched at once, and looked through without a pause. */
const mostRows = 100_000

/** The rows of these days, one day after the other (analytics.md#searches-in-columns). */
export async function* packedDays(db: Reader, wanted: Wanted): AsyncGenerator<PackedDay> {
  const { propertyId, days, texts, conditions = [] } = wanted
  const where = [
    sql`property_id = ${propertyId}`,
    sql`kind = ${kindOf(texts)}`,
    sql`day between ${dayNumber(days.from)} and ${dayNumber(days.to)}`,
    ...conditions,
  ]
  const { rows: sizes } = await sql<{ day: number; n: number }>`select day, n from app.search_pack
    where ${sql.join(where, sql` and `)} order by day`.execute(db)
  const columns = [...texts, 'clicks', 'impressions', 'weighted'].map((name) => sql.ref(name))
  for (const { from, to } of portions(sizes)) {
    const { rows } = await sql<Bytes>`select day, n, ${sql.join(columns)} from app.search_pack
      where ${sql.join([...where, sql`day between ${from} and ${to}`], sql` and `)} order by day`.execute(db)
    for (const row of rows) yield unpacked(row, texts)
  }
}

type Bytes = Record<TextDimension | 'clicks' | 'impressions' | 'weighted', Uint8Array> & { day: number; n: number }

/** The smallest rows that know what is asked for; those by query leave out what was searched for too rarely to be named. */
function kindOf(texts: readonly TextDimension[]): string {
  const isDetailed = texts.includes('country') || texts.includes('device')
  if (texts.includes('query')) return isDetailed ? 'query_row' : 'pair'
  return isDetailed ? 'page_row' : 'page'
}

/** First and last day of each portion of about as many rows as are fetched at once. */
function portions(sizes: readonly { day: number; n: number }[]): { from: number; to: number }[] {
  const found: { from: number; to: number; n: number }[] = []
  for (const { day, n } of sizes) {
    const last = found.at(-1)
    if (last === undefined || last.n + n > mostRows) found.push({ from: day, to: day, n })
    else Object.assign(last, { to: day, n: last.n + n })
  }
  return found
}

function unpacked(row: Bytes, texts: readonly TextDimension[]): PackedDay {
  const { day, n } = row
  return {
    day,
    n,
    ...Object.fromEntries(texts.map((text) => [text, integers(row[text])])),
    clicks: integers(row.clicks),
    impressions: integers(row.impressions),
    weighted: doubles(row.weighted),
  }
}

/** Numbers of four bytes each, as the database packs them: most significant byte first. */
export function integers(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numbers = new Int32Array(bytes.byteLength / 4)
  for (let at = 0; at < numbers.length; at++) numbers[at] = view.getInt32(at * 4)
  return numbers
}

function doubles(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numbers = new Float64Array(bytes.byteLength / 8)
  for (let at = 0; at < numbers.length; at++) numbers[at] = view.getFloat64(at * 8)
  return numbers
}
