import { z } from 'zod'

import { dayNumber, monthsBefore, monthsKept } from '#areas/search-console/days.ts'
import { figuresOutput } from '#areas/search-console/figures.ts'
import { groupedRows, namesQueries, operators, orders, requireRunnable } from '#areas/search-console/grouped-rows.ts'
import { requireProperty } from '#areas/search-console/property.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf, text } from '#kernel/schema.ts'
import { searchDimensions } from '#kernel/search-connector.ts'

export const querySearchConsole = operation({
  name: 'querySearchConsole',
  title: 'Query searches',
  summary: 'What people searched for, by date, page, query, country and device; from stored rows of Search Console.',
  scope: 'analytics:read',
  risk: 'read',
  errors: ['not_connected'],
  examples: [
    { title: 'Queries of a month', input: { dimensions: ['query'], from: '2026-01-01', to: '2026-01-31' } },
    {
      title: 'Days of one page',
      input: {
        dimensions: ['date'],
        from: '2026-01-01',
        to: '2026-01-31',
        filters: [{ dimension: 'page', operator: 'equals', expression: 'https://www.example.com/tides' }],
        orderBy: 'date',
      },
    },
  ],
  input: z
    .strictObject({
      ...listInput,
      dimensions: z
        .array(z.enum(searchDimensions))
        .min(1)
        .max(3)
        .refine((given) => new Set(given).size === given.length, { message: 'Names a dimension twice' }),
      filters: z
        .array(
          z.strictObject({
            dimension: z.enum(searchDimensions),
            operator: z.enum(operators),
            expression: text(2048, { min: 1 }),
          }),
        )
        .max(5)
        .default([]),
      from: z.iso.date(),
      to: z.iso.date().describe('Both included; at most 16 months'),
      orderBy: z.enum(orders).default('clicks'),
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Must not be before from' })
    .refine(({ from, to }) => dayNumber(from) >= dayNumber(monthsBefore(to, monthsKept)), {
      path: ['from'],
      message: 'At most 16 months before to',
    })
    .refine(({ orderBy, dimensions }) => orderBy !== 'date' || dimensions.includes('date'), {
      path: ['orderBy'],
      message: 'Needs the dimension date',
    }),
  output: listOutput(
    z.object({
      date: z.string().optional(),
      page: z.string().optional(),
      query: z.string().optional(),
      country: z.string().optional(),
      device: z.string().optional(),
      ...figuresOutput,
    }),
  ).extend({
    aggregationNote: z
      .enum(['totals', 'queries'])
      .describe('queries: rare searches, which are not named, are missing from the sums'),
    dataThrough: z.string().nullable().describe('The last day whose figures are final'),
  }),

  async handle({ db }, { from, to, page, pageSize, ...asked }) {
    requireRunnable(asked.filters)
    const property = await requireProperty(db)
    const { items, total } = await groupedRows(db, {
      ...asked,
      propertyId: property.id,
      days: { from, to },
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    return {
      ...pageOf(items, total, { page, pageSize }),
      aggregationNote: namesQueries(asked) ? ('queries' as const) : ('totals' as const),
      dataThrough: property.dataThrough,
    }
  },
})
