import { z } from 'zod'

import { mayConsolidate } from '#areas/checks/index.ts'
import { type Action, actionOutput } from '#areas/search-console/actions.ts'
import { type SharedQuery, sharedQueries, type SharingPage } from '#areas/search-console/cannibalization.ts'
import { daysUntil } from '#areas/search-console/days.ts'
import { itemsMovedFrom, itemsOfSearches } from '#areas/search-console/items-of-pages.ts'
import { requireProperty } from '#areas/search-console/property.ts'
import { textsOf } from '#areas/search-console/texts.ts'
import type { Reader } from '#kernel/database.ts'
import { operation } from '#kernel/operation.ts'
import { daysOf, ranges } from '#kernel/ranges.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listQueryCannibalization = operation({
  name: 'listQueryCannibalization',
  title: 'List queries that pages compete for',
  summary:
    'Queries that two or more of your pages are shown for, each page with its share, and how often the leader changed.',
  scope: 'analytics:read',
  risk: 'read',
  errors: ['not_connected'],
  examples: [{ title: 'Of four weeks', input: { range: '28d' } }],
  input: z.strictObject({
    ...listInput,
    range: z.enum(ranges).default('28d'),
    minImpressions: z.int().min(1).max(1_000_000).default(50),
  }),
  output: listOutput(
    z.object({
      query: z.string(),
      impressions: z.int(),
      clicks: z.int(),
      pages: z.array(
        z.object({
          page: z.string(),
          itemId: id('item').nullable(),
          share: z.number().describe('Of the impressions, 0 to 1'),
          clicks: z.int(),
          position: z.number().nullable(),
        }),
      ),
      flipCount: z.int().describe('Days on which a different page led than on the day before'),
      action: actionOutput,
    }),
  ).extend({ dataThrough: z.string().nullable() }),

  async handle({ db }, { range, minImpressions, search, page, pageSize }) {
    const property = await requireProperty(db)
    const { dataThrough } = property
    if (dataThrough === null) return { ...pageOf([], 0, { page, pageSize }), dataThrough }
    const days = daysUntil(dataThrough, daysOf[range])
    const all = await competing(db, await sharedQueries(db, { property, days, minImpressions }))
    const term = (search ?? '').trim().toLowerCase()
    const words =
      term === ''
        ? undefined
        : await textsOf(
            db,
            all.map(({ queryId }) => queryId),
          )
    const found =
      words === undefined ? all : all.filter(({ queryId }) => words.get(queryId)?.toLowerCase().includes(term))
    const shown = found.slice((page - 1) * pageSize, page * pageSize)
    const texts = await textsOf(
      db,
      shown.flatMap(({ queryId, pages }) => [queryId, ...pages.map(({ pageId }) => pageId)]),
    )
    const items = await itemsOfSearches(
      db,
      shown.flatMap(({ pages }) => pages.map(({ pageId }) => texts.get(pageId) ?? '')),
    )
    const isPair = await mayConsolidate(db, [...new Set(items.values())])

    const entries = shown.map(({ queryId, impressions, clicks, flipCount, pages }) => {
      const itemOf = ({ pageId }: SharingPage) => items.get(texts.get(pageId) ?? '') ?? null
      return {
        query: texts.get(queryId) ?? '',
        impressions,
        clicks,
        pages: pages.map((one) => ({
          page: texts.get(one.pageId) ?? '',
          itemId: itemOf(one),
          share: impressions > 0 ? one.impressions / impressions : 0,
          clicks: one.clicks,
          position: one.impressions > 0 ? one.weighted / one.impressions : null,
        })),
        flipCount,
        action: merging(pages.map(itemOf), isPair),
      }
    })
    return { ...pageOf(entries, found.length, { page, pageSize }), dataThrough }
  },
})

/** Those whose pages are more than one article: no page competes with the address that it had before. */
async function competing(db: Reader, queries: readonly SharedQuery[]): Promise<readonly SharedQuery[]> {
  const pageIds = queries.flatMap(({ pages }) => pages.map(({ pageId }) => pageId))
  const texts = await textsOf(db, pageIds)
  const moved = await itemsMovedFrom(db, [...texts.values()])
  if (moved.size === 0) return queries
  const addressOf = ({ pageId }: SharingPage) => texts.get(pageId) ?? ''
  const withMoved = queries.filter(({ pages }) => pages.some((page) => moved.has(addressOf(page))))
  const items = await itemsOfSearches(
    db,
    withMoved.flatMap(({ pages }) => pages.map(addressOf)),
  )
  const isOne = ({ pages }: SharedQuery) =>
    new Set(pages.map((page) => items.get(addressOf(page)) ?? addressOf(page))).size === 1
  const alone = new Set(withMoved.filter(isOne))
  return queries.filter((query) => !alone.has(query))
}

/** The merge that ends it: the item of most clicks stays, and those that may be merged into it go. A person says what else. */
function merging(items: readonly (string | null)[], isPair: (one: string, other: string) => boolean): Action {
  const [winnerId, ...others] = [...new Set(items.flatMap((item) => item ?? []))]
  if (winnerId === undefined || winnerId !== items[0]) return null
  const duplicateIds = others.filter((other) => isPair(winnerId, other))
  if (duplicateIds.length === 0) return null
  return { operation: 'consolidateItems', input: { winnerId, duplicateIds }, complete: false }
}
