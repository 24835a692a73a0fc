import type { Reader } from '#kernel/database.ts'

import type { Days } from './days.ts'
import { type GroupSums, groupSums, sumsOf } from './group-sums.ts'
import { type PackedDay, packedDays } from './packed-days.ts'
import type { Property } from './property.ts'

/** A query that two or more own pages are shown for. */
export type SharedQuery = {
  queryId: number
  impressions: number
  clicks: number
  /** On how many days the leading page was another than on the day before that the query was shown. */
  flipCount: number
  /** Those with most clicks first. */
  pages: SharingPage[]
}

/** A page of it, with its share of the impressions. */
export type SharingPage = { pageId: number; impressions: number; clicks: number; weighted: number }

type Asked = { property: Property; days: Days; minImpressions: number }

/** The queries that two or more pages were shown for, those with most impressions first. */
export async function sharedQueries(
  db: Reader,
  { property, days, minImpressions }: Asked,
): Promise<readonly SharedQuery[]> {
  const pairs = groupSums(2)
  const leaders = followLeaders()
  for await (const day of packedDays(db, { propertyId: property.id, days, texts: ['page', 'query'] })) {
    for (let at = 0; at < day.n; at++) pairs.add({ day, at }, day.page?.[at] ?? 0, day.query?.[at] ?? 0)
    leaders.follow(day)
  }
  return byQuery(pairs)
    .filter(({ pages, impressions }) => pages.length > 1 && impressions >= minImpressions)
    .toSorted((a, b) => b.impressions - a.impressions || a.queryId - b.queryId)
    .map((query) => ({
      ...query,
      flipCount: leaders.flips.get(query.queryId) ?? 0,
      pages: query.pages.toSorted(
        (a, b) => b.clicks - a.clicks || b.impressions - a.impressions || a.pageId - b.pageId,
      ),
    }))
}

function byQuery(pairs: GroupSums): Omit<SharedQuery, 'flipCount'>[] {
  const queries = new Map<number, Omit<SharedQuery, 'flipCount'>>()
  for (let at = 0; at < pairs.size; at++) {
    const [pageId = 0, queryId = 0] = pairs.keys.map((keys) => keys[at])
    const query = queries.get(queryId) ?? { queryId, impressions: 0, clicks: 0, pages: [] }
    queries.set(queryId, query)
    const sums = sumsOf(pairs, at)
    query.impressions += sums.impressions
    query.clicks += sums.clicks
    query.pages.push({ pageId, ...sums })
  }
  return [...queries.values()]
}

/** Follows the leading page of each query from day to day: the one with most impressions, then clicks. */
function followLeaders() {
  const flips = new Map<number, number>()
  const before = new Map<number, number>()
  return {
    flips,
    follow(day: PackedDay): void {
      const leading = new Map<number, number>()
      for (let at = 0; at < day.n; at++) {
        const query = day.query?.[at] ?? 0
        const known = leading.get(query)
        if (known === undefined || leads(day, at, known)) leading.set(query, at)
      }
      for (const [query, at] of leading) {
        const page = day.page?.[at] ?? 0
        const last = before.get(query)
        if (last !== undefined && last !== page) flips.set(query, (flips.get(query) ?? 0) + 1)
        before.set(query, page)
      }
    },
  }
}

/** Whether the page of a row leads before that of another one of the same day and query. */
function leads({ impressions, clicks, page }: PackedDay, at: number, other: number): boolean {
  const more =
    (impressions[at] ?? 0) - (impressions[other] ?? 0) ||
    (clicks[at] ?? 0) - (clicks[other] ?? 0) ||
    (page?.[other] ?? 0) - (page?.[at] ?? 0)
  return more > 0
}
