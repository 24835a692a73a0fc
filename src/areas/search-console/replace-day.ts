import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import type { SearchRow } from '#kernel/search-connector.ts'

import { dayNumber, monthNumber } from './days.ts'
import type { TextDimension } from './packed-days.ts'

/** The rows of one day: its totals, by page (page, country, device), and by query (page, query, country, device). */
export type DayOfSearches = {
  totals: SearchRow | undefined
  pages: readonly SearchRow[]
  queries: readonly SearchRow[]
}

/** Rows of one statement. */
const slice = 5000

/** Replaces a day of a property as a whole, so that nothing is counted twice (analytics.md#search-rows-by-day). */
export async function replaceDay(
  db: Writer,
  { propertyId, day, rows }: { propertyId: number; day: string; rows: DayOfSearches },
): Promise<void> {
  const at = { propertyId, day: dayNumber(day) }
  for (const table of ['search_day', 'search_page_row', 'search_query_row', 'search_pack'] as const)
    await db.deleteFrom(table).where('property_id', '=', propertyId).where('day', '=', at.day).execute()
  await db.deleteFrom('search_pack').where('property_id', '=', propertyId).where('day', '=', monthNumber(day)).execute()
  if (rows.totals !== undefined) {
    const { clicks, impressions, position } = rows.totals
    await db
      .insertInto('search_day')
      .values({ property_id: propertyId, day: at.day, clicks, impressions, position_sum: position * impressions })
      .execute()
  }
  await addTexts(db, 'page', [...rows.pages, ...rows.queries].map(pageOf))
  await addTexts(db, 'query', rows.queries.map(queryOf))
  const [ofPages, ofQueries] = [rows.pages.map(({ keys }) => keys), rows.queries.map(({ keys }) => keys.slice(1))]
  for (const [kind, at] of [['country', 1] as const, ['device', 2] as const])
    await addTexts(
      db,
      kind,
      [...ofPages, ...ofQueries].map((keys) => keys[at] ?? ''),
    )
  for (let from = 0; from < rows.pages.length; from += slice)
    await addPages(db, at, rows.pages.slice(from, from + slice))
  for (let from = 0; from < rows.queries.length; from += slice)
    await addQueries(db, at, rows.queries.slice(from, from + slice))
  // What questions read (analytics.md#searches-in-columns).
  await sql`select app.pack_searches(app.org(), ${propertyId}, ${at.day})`.execute(db)
}

/** Sums a month up, for questions about many of them; it holds until a day of it is replaced (analytics.md#searches-by-month). */
export async function packMonth(
  db: Writer,
  { propertyId, month }: { propertyId: number; month: number },
): Promise<void> {
  await sql`select app.pack_search_month(app.org(), ${propertyId}, ${month})`.execute(db)
}

/**
 * Texts of their own: no row repeats an address of two thousand characters. They are numbered within the organization, one
 * transaction after the other.
 */
async function addTexts(db: Writer, kind: TextDimension, texts: readonly string[]): Promise<void> {
  const distinct = [...new Set(texts)]
  if (distinct.length === 0) return
  await db.selectFrom('search_property').select('id').orderBy('id').forUpdate().execute()
  for (let from = 0; from < distinct.length; from += slice) {
    const some = distinct.slice(from, from + slice)
    await sql`insert into app.search_text (organization_id, kind, hash, id, body)
      select app.org(), ${kind}, n.hash, (select coalesce(max(id), 0) from app.search_text) + row_number() over (), n.body
      from (select sha256(convert_to(t, 'UTF8')) as hash, t as body from unnest(${some}::text[]) as t) as n
      where not exists (select 1 from app.search_text as s where s.kind = ${kind} and s.hash = n.hash)`.execute(db)
  }
}

type At = { propertyId: number; day: number }

async function addPages(db: Writer, { propertyId, day }: At, rows: readonly SearchRow[]): Promise<void> {
  await sql`insert into app.search_page_row (organization_id, property_id, day, page_id, country, device, clicks, impressions, position_sum)
    select app.org(), ${propertyId}::int, ${day}::int, p.id, r.country, r.device, sum(r.clicks)::int, sum(r.impressions)::int,
      sum(r.position * r.impressions)
    from unnest(${rows.map(pageOf)}::text[], ${rows.map(({ keys }) => keys[1] ?? '')}::text[],
      ${rows.map(({ keys }) => keys[2] ?? '')}::text[], ${figures(rows, 'clicks')}::int[],
      ${figures(rows, 'impressions')}::int[], ${rows.map(({ position }) => position)}::float8[])
      as r (page, country, device, clicks, impressions, position)
    join app.search_text p on p.kind = 'page' and p.hash = sha256(convert_to(r.page, 'UTF8'))
    group by p.id, r.country, r.device
    on conflict (organization_id, property_id, day, page_id, country, device) do update set
      clicks = search_page_row.clicks + excluded.clicks, impressions = search_page_row.impressions + excluded.impressions,
      position_sum = search_page_row.position_sum + excluded.position_sum`.execute(db)
}

async function addQueries(db: Writer, { propertyId, day }: At, rows: readonly SearchRow[]): Promise<void> {
  await sql`insert into app.search_query_row
      (organization_id, property_id, day, page_id, query_id, country, device, clicks, impressions, position_sum)
    select app.org(), ${propertyId}::int, ${day}::int, p.id, q.id, r.country, r.device, sum(r.clicks)::int, sum(r.impressions)::int,
      sum(r.position * r.impressions)
    from unnest(${rows.map(pageOf)}::text[], ${rows.map(queryOf)}::text[],
      ${rows.map(({ keys }) => keys[2] ?? '')}::text[], ${rows.map(({ keys }) => keys[3] ?? '')}::text[],
      ${figures(rows, 'clicks')}::int[], ${figures(rows, 'impressions')}::int[],
      ${rows.map(({ position }) => position)}::float8[])
      as r (page, query, country, device, clicks, impressions, position)
    join app.search_text p on p.kind = 'page' and p.hash = sha256(convert_to(r.page, 'UTF8'))
    join app.search_text q on q.kind = 'query' and q.hash = sha256(convert_to(r.query, 'UTF8'))
    group by p.id, q.id, r.country, r.device
    on conflict (organization_id, property_id, day, page_id, query_id, country, device) do update set
      clicks = search_query_row.clicks + excluded.clicks, impressions = search_query_row.impressions + excluded.impressions,
      position_sum = search_query_row.position_sum + excluded.position_sum`.execute(db)
}

const pageOf = ({ keys }: SearchRow): string => keys[0] ?? ''
const queryOf = ({ keys }: SearchRow): string => keys[1] ?? ''
const figures = (rows: readonly SearchRow[], name: 'clicks' | 'impressions') => rows.map((row) => Math.round(row[name]))
