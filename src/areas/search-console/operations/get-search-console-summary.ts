import { z } from 'zod'

import { type Days, daysUntil } from '#areas/search-console/days.ts'
import { figuresOf, figuresOutput } from '#areas/search-console/figures.ts'
import { groupedRows } from '#areas/search-console/grouped-rows.ts'
import { type Property, requireProperty } from '#areas/search-console/property.ts'
import { totalsOf } from '#areas/search-console/totals.ts'
import type { Reader } from '#kernel/database.ts'
import { operation } from '#kernel/operation.ts'
import { daysOf, ranges } from '#kernel/ranges.ts'
import type { SearchDimension } from '#kernel/search-connector.ts'
import { addDays } from '#std/zoned-time.ts'

const mostTop = 10

export const getSearchConsoleSummary = operation({
  name: 'getSearchConsoleSummary',
  title: 'Summarize searches',
  summary: 'Clicks, impressions, ctr and position of the website in search, with the top queries and pages.',
  scope: 'analytics:read',
  risk: 'read',
  errors: ['not_connected'],
  examples: [{ title: 'Four weeks compared with the four before', input: { compare: true } }],
  input: z.strictObject({
    range: z.enum(ranges).default('28d').describe('Days that end with dataThrough'),
    compare: z.boolean().default(false),
  }),
  output: z.object({
    range: z.enum(ranges),
    from: z.string().nullable(),
    ...figuresOutput,
    deltas: z
      .object({ clicks: z.int(), impressions: z.int(), ctr: z.number(), position: z.number().nullable() })
      .nullable()
      .describe('Compared with the equal period before'),
    topQueries: z.array(z.object({ query: z.string(), ...figuresOutput })),
    topPages: z.array(z.object({ page: z.string(), ...figuresOutput })),
    dataThrough: z.string().nullable(),
  }),

  async handle({ db }, { range, compare }) {
    const property = await requireProperty(db)
    const { dataThrough } = property
    const nothing = figuresOf({ clicks: 0, impressions: 0, weighted: 0 })
    if (dataThrough === null)
      return { range, from: null, ...nothing, deltas: null, topQueries: [], topPages: [], dataThrough }
    const days = daysUntil(dataThrough, daysOf[range])
    const now = await totalsOf(db, property, days)
    const before = compare ? await totalsOf(db, property, daysUntil(addDays(days.from, -1), daysOf[range])) : undefined
    const queries = await top(db, { property, days, dimension: 'query' })
    const pages = await top(db, { property, days, dimension: 'page' })
    return {
      range,
      from: days.from,
      ...now,
      deltas:
        before === undefined
          ? null
          : {
              clicks: now.clicks - before.clicks,
              impressions: now.impressions - before.impressions,
              ctr: now.ctr - before.ctr,
              position: now.position === null || before.position === null ? null : now.position - before.position,
            },
      topQueries: queries.map(({ query = '', ...figures }) => ({ query, ...figures })),
      topPages: pages.map(({ page = '', ...figures }) => ({ page, ...figures })),
      dataThrough,
    }
  },
})

type Top = { property: Property; days: Days; dimension: SearchDimension }

async function top(db: Reader, { property, days, dimension }: Top) {
  const { items } = await groupedRows(db, {
    propertyId: property.id,
    days,
    dimensions: [dimension],
    filters: [],
    orderBy: 'clicks',
    limit: mostTop,
    offset: 0,
  })
  return items
}
