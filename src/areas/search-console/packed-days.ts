import { type RawBuilder, sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import { addDays } from '#std/zoned-time.ts'

import { dayNumber, type Days, monthNumber } from './days.ts'

/** What is named by a number: a text of `app.search_text`. */
export const textDimensions = ['page', 'query', 'country', 'device'] as const
export type TextDimension = (typeof textDimensions)[number]

/** The rows of one day as columns: row `at` has the number `page[at]`, the clicks `clicks[at]` and so on. */
export type PackedDay = Partial<Record<TextDimension, Int32Array>> & {
  /** 20260131, or 20260100 where it is a whole month. */
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
  const within = [
    sql`property_id = ${propertyId}`,
    sql`day between ${dayNumber(days.from)} and ${dayNumber(days.to)}`,
    ...conditions,
  ]
  if (texts.length === 0) {
    yield* totalsOfDays(db, within)
    return
  }
  yield* packs(db, { texts, where: [sql`kind = ${kindOf(texts)}`, ...within] })
}

/**
 * The same rows where nothing is asked by day: summed up by month where a whole month lies within these days and its columns are
 * kept (analytics.md#searches-by-month). In no order.
 */
export async function* packedSpans(db: Reader, wanted: Wanted): AsyncGenerator<PackedDay> {
  const { texts, conditions = [] } = wanted
  const summed = new Set<number>()
  if (texts.length > 0 && kindOf(texts) !== 'query_row' && conditions.length === 0 && mayHoldMonths(wanted.days))
    for await (const month of packs(db, { texts, where: wholeMonths(wanted) })) {
      summed.add(month.day)
      yield month
    }
  const others = summed.size === 0 ? [] : [sql`day / 100 * 100 <> all(${[...summed]}::int[])`]
  yield* packedDays(db, { ...wanted, conditions: [...conditions, ...others] })
}

/** Fewer days hold no whole month, or none that is worth a question of its own. */
const leastDays = 32

const mayHoldMonths = ({ from, to }: Days): boolean => addDays(from, leastDays - 1) <= to

/** The months of which all rows lie within these days: also one that begins or ends outside, where nothing is stored there. */
function wholeMonths({ propertyId, days: { from, to }, texts }: Wanted): RawBuilder<unknown>[] {
  const kind = kindOf(texts)
  const summed = texts.join() === 'query' ? 'query_month' : `${kind}_month`
  const [first, last] = [monthNumber(from), monthNumber(to)]
  const isStored = (since: number, until: number) => sql`exists (select from app.search_pack as d
    where d.property_id = ${propertyId} and d.kind = ${kind} and d.day between ${since} and ${until})`
  return [
    sql`property_id = ${propertyId}`,
    sql`kind = ${summed}`,
    sql`day between ${first} and ${last}`,
    sql`not (day = ${first} and ${isStored(first + 1, dayNumber(from) - 1)})`,
    sql`not (day = ${last} and ${isStored(dayNumber(to) + 1, last + 31)})`,
  ]
}

type Asked = { texts: readonly TextDimension[]; where: readonly RawBuilder<unknown>[] }

/** Columns of numbers that meet all conditions, one row after the other. */
async function* packs(db: Reader, { texts, where }: Asked): AsyncGenerator<PackedDay> {
  const { rows: sizes } = await sql<{ day: number; n: number }>`select day, n from app.search_pack
    where ${sql.join([...where], sql` and `)} order by day`.execute(db)
  const columns = [...texts, 'clicks', 'impressions', 'weighted'].map((name) => sql.ref(name))
  for (const { from, to } of portions(sizes)) {
    const { rows } = await sql<Bytes>`select day, n, ${sql.join(columns)} from app.search_pack
      where ${sql.join([...where, sql`day between ${from} and ${to}`], sql` and `)} order by day`.execute(db)
    for (const row of rows) yield unpacked(row, texts)
  }
}

/** Days of which nothing is asked but their sums: the totals know them, with the searches that name no page (analytics.md#search-rows-by-day). */
async function* totalsOfDays(db: Reader, within: readonly RawBuilder<unknown>[]): AsyncGenerator<PackedDay> {
  const { rows } = await sql<{ day: number; clicks: number; impressions: number; position_sum: number }>`
    select day, clicks, impressions, position_sum from app.search_day
    where ${sql.join([...within], sql` and `)} order by day`.execute(db)
  for (const row of rows)
    yield {
      day: row.day,
      n: 1,
      clicks: Int32Array.of(Number(row.clicks)),
      impressions: Int32Array.of(Number(row.impressions)),
      weighted: Float64Array.of(row.position_sum),
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
