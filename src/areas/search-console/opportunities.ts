import type { Reader } from '#kernel/database.ts'
import { addDays } from '#std/zoned-time.ts'

import { type Days, daysUntil } from './days.ts'
import type { Sums } from './figures.ts'
import { type GroupSums, groupSums, sumsOf } from './group-sums.ts'
import { packedDays } from './packed-days.ts'
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
  const now = await sumsOfPages(db, { propertyId: id, days })
  const before = await sumsOfPages(db, { propertyId: id, days: daysUntil(addDays(days.from, -1), windowDays) })
  const found: Opportunity[] = []
  for (let at = 0; at < now.size; at++) {
    const { clicks, impressions, weighted } = sumsOf(now, at)
    const pageId = now.keys[0]?.[at] ?? 0
    const earlier = before.clicks[before.find(pageId)] ?? 0
    if (impressions < leastImpressions || earlier < decayLeastClicks || clicks > decayShare * earlier) continue
    const position = weighted / impressions
    found.push({ pageId, queryId: null, clicks, impressions, position, expectedClicks: earlier })
  }
  return byWorth(found)
}

/** Queries, with all their pages together: what `no_page` is chosen from. */
export async function queriesByWorth(db: Reader, property: Property): Promise<Opportunity[]> {
  const groups = await sumsOfPairs(db, property)
  const queries = new Map<number, Sums>()
  for (let at = 0; at < groups.size; at++) {
    const queryId = groups.keys[1]?.[at] ?? 0
    const of = sumsOf(groups, at)
    const known = queries.get(queryId)
    if (known === undefined) queries.set(queryId, of)
    else {
      known.clicks += of.clicks
      known.impressions += of.impressions
      known.weighted += of.weighted
    }
  }
  const median = medianCtr(shownPairs(groups))
  const found: Opportunity[] = []
  for (const [queryId, { clicks, impressions, weighted }] of queries)
    if (impressions >= leastImpressions) {
      const expectedClicks = impressions * median(imagined)
      found.push({ pageId: null, queryId, clicks, impressions, position: weighted / impressions, expectedClicks })
    }
  return byWorth(found)
}

async function sumsOfPages(db: Reader, { propertyId, days }: { propertyId: number; days: Days }): Promise<GroupSums> {
  const groups = groupSums(1)
  for await (const day of packedDays(db, { propertyId, days, texts: ['page'] }))
    for (let at = 0; at < day.n; at++) groups.add({ day, at }, day.page?.[at] ?? 0)
  return groups
}

const pairsOf = async (db: Reader, property: Property): Promise<Pair[]> => shownPairs(await sumsOfPairs(db, property))

/** All pairs of page and query of the last days. */
async function sumsOfPairs(db: Reader, { id, dataThrough }: Property): Promise<GroupSums> {
  const groups = groupSums(2)
  if (dataThrough === null) return groups
  const days = daysUntil(dataThrough, windowDays)
  for await (const day of packedDays(db, { propertyId: id, days, texts: ['page', 'query'] }))
    for (let at = 0; at < day.n; at++) groups.add({ day, at }, day.page?.[at] ?? 0, day.query?.[at] ?? 0)
  return groups
}

/** Those that were shown often enough to say something. */
function shownPairs(groups: GroupSums): Pair[] {
  const pairs: Pair[] = []
  for (let at = 0; at < groups.size; at++) {
    const { clicks, impressions, weighted } = sumsOf(groups, at)
    if (impressions < leastImpressions) continue
    const [page = 0, query = 0] = groups.keys.map((keys) => keys[at])
    pairs.push({ page, query, clicks, impressions, position: weighted / impressions })
  }
  return pairs
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
