import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

import { dayNumber, type Days } from './days.ts'
import type { Property } from './property.ts'

/** A query that two or more own pages are shown for. */
export type SharedQuery = { queryId: number; impressions: number; clicks: number }

/** A page of it, with its share of the impressions. */
export type SharingPage = {
  queryId: number
  pageId: number
  impressions: number
  clicks: number
  weighted: number
}

type Asked = { property: Property; days: Days; minImpressions: number }

/** The queries that two or more pages were shown for, those with most impressions first. */
export async function sharedQueries(db: Reader, { property, days, minImpressions }: Asked): Promise<SharedQuery[]> {
  const { rows } = await sql<{ query: number; impressions: number; clicks: number }>`
    select query_id::int8 as query, sum(impressions)::float8 as impressions, sum(clicks)::float8 as clicks
    from app.search_pair_day
    where property_id = ${property.id} and day between ${dayNumber(days.from)} and ${dayNumber(days.to)}
    group by query_id
    having min(page_id) <> max(page_id) and sum(impressions) >= ${minImpressions}
    order by sum(impressions) desc, query_id`.execute(db)
  return rows.map(({ query, impressions, clicks }) => ({ queryId: Number(query), impressions, clicks }))
}

/** The pages of these queries, those with most clicks first. */
export async function sharingPages(
  db: Reader,
  { property, days, queryIds }: Omit<Asked, 'minImpressions'> & { queryIds: readonly number[] },
): Promise<SharingPage[]> {
  const { rows } = await sql<{ query: number; page: number; impressions: number; clicks: number; weighted: number }>`
    select query_id::int8 as query, page_id::int8 as page, sum(impressions)::float8 as impressions,
      sum(clicks)::float8 as clicks, sum(position_sum)::float8 as weighted
    from app.search_pair_day
    where property_id = ${property.id} and day between ${dayNumber(days.from)} and ${dayNumber(days.to)}
      and query_id = any(${[...queryIds]}::bigint[])
    group by query_id, page_id
    order by sum(clicks) desc, sum(impressions) desc, page_id`.execute(db)
  return rows.map(({ query, page, ...sums }) => ({ queryId: Number(query), pageId: Number(page), ...sums }))
}

/** On how many days the leading page (most impressions, then clicks) was another than on the day before that it was shown. */
export async function flips(
  db: Reader,
  { property, days, queryIds }: Omit<Asked, 'minImpressions'> & { queryIds: readonly number[] },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ query: number; flips: number }>`
    with leaders as (
      select distinct on (query_id, day) query_id, day, page_id from app.search_pair_day
      where property_id = ${property.id} and day between ${dayNumber(days.from)} and ${dayNumber(days.to)}
        and query_id = any(${[...queryIds]}::bigint[])
      order by query_id, day, impressions desc, clicks desc, page_id
    ), followed as (
      select query_id, page_id, lag(page_id) over (partition by query_id order by day) as before from leaders
    )
    select query_id::int8 as query, count(*) filter (where before <> page_id)::int as flips
    from followed group by query_id`.execute(db)
  return new Map(rows.map((row) => [Number(row.query), row.flips]))
}
