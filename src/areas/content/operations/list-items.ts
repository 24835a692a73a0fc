import { z } from 'zod'

import { around } from '#areas/content/around.ts'
import { statuses } from '#areas/content/item-fields.ts'
import { listItemRows } from '#areas/content/item-lists.ts'
import { itemSummary, summaryOf } from '#areas/content/item-output.ts'
import { readSurroundings } from '#areas/content/surroundings.ts'
import { collectionNamed, requireEnabled } from '#areas/collections/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, moment, pageOf } from '#kernel/schema.ts'

const fields = itemSummary.keyof()
const listed = itemSummary.partial().required({ id: true })

export const listItems = operation({
  name: 'listItems',
  title: 'List items of a collection',
  summary:
    'Lists the items of one collection (default articles), newest change first. search: title, excerpt, slug or URL.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found', 'collection_disabled', 'plan_required'],
  examples: [{ title: 'Published articles', input: { status: 'published', pageSize: 50 } }],
  input: z.strictObject({
    ...listInput,
    collection: id('collection')
      .default('articles' as never)
      .describe('Collection id or slug'),
    status: z.enum(statuses).optional().describe('Default: all three'),
    updatedSince: moment().optional(),
    fields: z.array(fields).max(30).optional().describe('Only these fields, and the id'),
  }),
  output: z.object({ items: z.array(listed), page: z.int(), pageSize: z.int(), total: z.int(), hasMore: z.boolean() }),

  async handle(ctx, { page, pageSize, search, collection: idOrSlug, status, updatedSince, fields: wanted }) {
    const surroundings = await readSurroundings(ctx.db)
    const collection = collectionNamed(surroundings.collections, idOrSlug)
    requireEnabled(collection, ctx.access.organization.plan)
    const { rows, total } = await listItemRows(
      ctx.db,
      {
        search,
        collectionId: collection.id,
        statuses: status === undefined ? undefined : [status],
        updatedFrom: updatedSince === undefined ? undefined : new Date(updatedSince),
      },
      { page, pageSize, orderBy: '-updatedAt' },
    )
    const of = await around(ctx, rows, surroundings)
    const items = rows.map((row) => narrow(summaryOf(row, of(row)), wanted))
    return pageOf(items, total, { page, pageSize })
  },
})

function narrow(item: z.input<typeof itemSummary>, wanted: readonly string[] | undefined): z.input<typeof listed> {
  if (wanted === undefined) return item
  const kept = Object.entries(item).filter(([name]) => name === 'id' || wanted.includes(name))
  return { id: item.id, ...Object.fromEntries(kept) }
}
