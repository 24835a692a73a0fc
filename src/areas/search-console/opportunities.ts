import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'
import { addDays } from '#std/zoned-time.ts'

import { dayNumber, daysUntil } from './days.ts'
import type { Property } from './property.ts'

export const opportunityKinds = ['striking_distance', 'ctr_gap', 'decay', 'no_page'] as const
export type OpportunityKind = (typeof opportunityKinds)[number]

/** Rules look at the last 28 days, and at what was shown at least a hundred times in them. */
const windowDays = 28
const leastImpressions = 100
/** Pages further down than this are not within reach (striking distance), or have no click rate to compare (click rate). */
const reach = { from: 5, to: 20 }
const firstPage = 10
const gapShare = 0.5
const decayShare = 0.7
const decayLeastClicks = 20
/** Where a page is imagined when its worth is estimated. */
const imagined = 3

/** One place where more people could be reached: what it is about, and how many clicks it is worth in 28 days. */
export type Opportunity = {
  pageId: number | null
  queryId: number | null
  clicks: number
  impressions: number
  position: number | null
  expectedClicks: number
}

type Pair = { page: number; query: number; clicks: number; impressions: number; position: number }

/** Pairs of query and page that stand just below the first results. */
export async function strikingDistance(db: Reader, property: Property): Promise<Opportunity[]> {
  const pairs = await pairsOf(db, property)
  const median = medianCtr(pairs)
  return byWorth(
    pairs
      .filter(({ position }) => position >= reach.from && position <= reach.to)
      .map((pair) => ofPair(pair, pair.impressions * median(imagined))),
  )
}

/** Pairs of query and page that few people click on for where they stand. */
export async function ctrGap(db: Reader, property: Property): Promise<Opportunity[]> {
  const pairs = await pairsOf(db, property)
  const median = medianCtr(pairs)
  return byWorth(
    pairs
      .filter(
        ({ position, clicks, impressions }) =>
          position <= firstPage && clicks / impressions < gapShare * median(position),
      )
      .map((pair) => ofPair(pair, pair.impressions * median(pair.position))),
  )
}

/** Pages that lost at least 30 % of the clicks of the 28 days before. */
export async function decay(db: Reader, { id, dataThrough }: Property): Promise<Opportunity[]> {
  if (dataThrough === null) return []
  const days = daysUntil(dataThrough, windowDays)
  const before = daysUntil(addDays(days.from, -1), windowDays)
  const { rows } = await sql<{ page: number; clicks: number; impressions: number; weighted: number; earlier: number }>`
    select page_id::int8 as page,
      sum(clicks) filter (where day >= ${dayNumber(days.from)})::float8 as clicks,
      sum(impressions) filter (where day >= ${dayNumber(days.from)})::float8 as impressions,
      sum(position_sum) filter (where day >= ${dayNumber(days.from)})::float8 as weighted,
      sum(clicks) filter (where day < ${dayNumber(days.from)})::float8 as earlier
    from app.search_page_day
    where property_id = ${id} and day between ${dayNumber(before.from)} and ${dayNumber(days.to)}
    group by page_id
    having sum(impressions) filter (where day >= ${dayNumber(days.from)}) >= ${leastImpressions}
      and sum(clicks) filter (where day < ${dayNumber(days.from)}) >= ${decayLeastClicks}
      and sum(clicks) filter (where day >= ${dayNumber(days.from)})
        <= ${decayShare}::float8 * sum(clicks) filter (where day < ${dayNumber(days.from)})`.execute(db)
  return byWorth(
    rows.map(({ page, clicks, impressions, weighted, earlier }) => ({
      pageId: Number(page),
      queryId: null,
      clicks,
      impressions,
      position: weighted / impressions,
      expectedClicks: earlier,
    })),
  )
}

/** Queries, with all their pages together: what `no_page` is chosen from. */
export async function queriesByWorth(db: Reader, property: Property): Promise<Opportunity[]> {
  const { dataThrough, id } = property
  if (dataThrough === null) return []
  const { from, to } = daysUntil(dataThrough, windowDays)
  const { rows } = await sql<{ query: number; clicks: number; impressions: number; weighted: number }>`
    select query_id::int8 as query, sum(clicks)::float8 as clicks, sum(impressions)::float8 as impressions,
      sum(position_sum)::float8 as weighted
    from app.search_pair_day
    where property_id = ${id} and day between ${dayNumber(from)} and ${dayNumber(to)}
    group by query_id having sum(impressions) >= ${leastImpressions}`.execute(db)
  const median = medianCtr(await pairsOf(db, property))
  return byWorth(
    rows.map(({ query, clicks, impressions, weighted }) => ({
      pageId: null,
      queryId: Number(query),
      clicks,
      impressions,
      position: weighted / impressions,
      expectedClicks: impressions * median(imagined),
    })),
  )
}

async function pairsOf(db: Reader, { id, dataThrough }: Property): Promise<Pair[]> {
  if (dataThrough === null) return []
  const { from, to } = daysUntil(dataThrough, windowDays)
  const { rows } = await sql<{ page: number; query: number; clicks: number; impressions: number; weighted: number }>`
    select page_id::int8 as page, query_id::int8 as query, sum(clicks)::float8 as clicks,
      sum(impressions)::float8 as impressions, sum(position_sum)::float8 as weighted
    from app.search_pair_day
    where property_id = ${id} and day between ${dayNumber(from)} and ${dayNumber(to)}
    group by page_id, query_id having sum(impressions) >= ${leastImpressions}`.execute(db)
  return rows.map(({ page, query, clicks, impressions, weighted }) => ({
    page: Number(page),
    query: Number(query),
    clicks,
    impressions,
    position: weighted / impressions,
  }))
}

/**
 * The median click rate of the organization's own pairs at a position, rounded. A position without pairs takes the nearest that
 * has some; of two that are equally near, the better.
 */
function medianCtr(pairs: readonly Pair[]): (position: number) => number {
  const rates = Map.groupBy(pairs, ({ position }) => Math.round(position))
  const medians = new Map(
    [...rates].map(([position, some]) => [position, medianOf(some.map((one) => one.clicks / one.impressions))]),
  )
  const known = [...medians.keys()].toSorted((a, b) => a - b)
  return (position) => {
    const asked = Math.round(position)
    const nearest = known.toSorted((a, b) => Math.abs(a - asked) - Math.abs(b - asked) || a - b)[0]
    return nearest === undefined ? 0 : (medians.get(nearest) ?? 0)
  }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}

const ofPair = ({ page, query, clicks, impressions, position }: Pair, worth: number): Opportunity => ({
  pageId: page,
  queryId: query,
  clicks,
  impressions,
  position,
  expectedClicks: worth,
})

/** Rounded, and those that are worth most first; of equals the one that was shown more often. */
const byWorth = (found: readonly Opportunity[]): Opportunity[] =>
  found
    .map((one) => ({ ...one, expectedClicks: Math.round(one.expectedClicks) }))
    .toSorted(
      (a, b) =>
        b.expectedClicks - a.expectedClicks ||
        b.impressions - a.impressions ||
        (a.queryId ?? 0) - (b.queryId ?? 0) ||
        (a.pageId ?? 0) - (b.pageId ?? 0),
    )
