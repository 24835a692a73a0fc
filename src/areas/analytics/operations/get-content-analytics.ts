import { z } from 'zod'

import { itemsByViews } from '#areas/analytics/items-by-views.ts'
import { allOf, noViews, type Views, viewsBy } from '#areas/analytics/view-counters.ts'
import { collectionIn, readSurroundings, urlOfRow } from '#areas/content/index.ts'
import type { Collection } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'
import { addDays, dayIn, daysBetween } from '#std/zoned-time.ts'

const ranges = { '7d': 7, '28d': 28, '90d': 90 } as const

export const getContentAnalytics = operation({
  name: 'getContentAnalytics',
  title: 'Show views',
  summary: 'Views of published items as the Content API answered them: people, AI bots, others. Most views first.',
  scope: 'analytics:read',
  risk: 'read',
  examples: [
    { title: 'Items by views', input: {} },
    { title: 'Day by day', input: { range: '7d', groupBy: 'day' } },
  ],
  input: z.strictObject({
    ...listInput,
    range: z.enum(['7d', '28d', '90d']).default('28d'),
    itemId: id('item').optional(),
    groupBy: z.enum(['item', 'collection', 'author', 'day']).default('item'),
  }),
  output: listOutput(
    z.object({
      itemId: id('item').optional(),
      title: z.string().optional(),
      url: z.string().optional(),
      collectionId: id('collection').optional(),
      authorId: id('author').optional(),
      name: z.string().optional(),
      date: z.string().optional(),
      viewsHuman: z.int(),
      viewsOther: z.int(),
      viewsAiBots: z.record(z.string(), z.int()),
      clicks: z.int().nullable(),
      impressions: z.int().nullable(),
      ctr: z.number().nullable(),
      position: z.number().nullable(),
      decay: z.number().nullable(),
    }),
  ),

  async handle({ db, now, access, baseUrl }, { page, pageSize, range, groupBy, ...narrowed }) {
    const surroundings = await readSurroundings(db)
    const to = dayIn(surroundings.settings.timezone, now)
    const days = { from: addDays(to, 1 - ranges[range]), to }
    if (groupBy === 'item') {
      const { rows, total } = await itemsByViews(db, { ...narrowed, days, page, pageSize })
      const views = await viewsBy(db, { days, by: 'item', itemIds: rows.map((row) => row.id) })
      const site = { siteUrl: surroundings.settings.siteUrl, baseUrl, organizationId: access.organization.id }
      const entries = rows.map((row) => {
        const url = urlOfRow(row, { collection: collectionIn(surroundings, row.collection_id), site })
        return entry({ itemId: row.id, title: row.title, url }, views.get(row.id))
      })
      return pageOf(entries, total, { page, pageSize })
    }
    const views = await viewsBy(db, { days, by: groupBy, ...narrowed })
    const groups = groupBy === 'day' ? daysBetween(days.from, days.to).map(ofDay) : await named(groupBy)
    const entries = groups.map(({ key, ...naming }) => entry(naming, views.get(key)))
    const ordered = groupBy === 'day' ? entries : entries.toSorted((a, b) => allOf(b) - allOf(a))
    return pageOf(ordered.slice((page - 1) * pageSize, page * pageSize), ordered.length, { page, pageSize })

    async function named(kind: 'collection' | 'author') {
      return kind === 'collection' ? surroundings.collections.map(ofCollection) : authors(db)
    }
  },
})

const ofDay = (date: string) => ({ key: date, date })
const ofCollection = ({ id: collectionId, name }: Collection) => ({ key: collectionId, collectionId, name })

async function authors(db: Reader) {
  const rows = await db.selectFrom('term').select(['id', 'name']).where('kind', '=', 'author').orderBy('id').execute()
  return rows.map((row) => ({ key: row.id, authorId: row.id as never, name: row.name }))
}

/** Figures of search are null without a connection to a search console. */
function entry<T extends object>(naming: T, views: Views = noViews()) {
  return { ...naming, ...views, clicks: null, impressions: null, ctr: null, position: null, decay: null }
}
