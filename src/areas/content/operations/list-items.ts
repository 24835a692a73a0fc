import { z } from 'zod'

import { collectionNamed, requireEnabled } from '#areas/collections/index.ts'
import { around } from '#areas/content/views/around.ts'
import { listItemRows } from '#areas/content/views/item-lists.ts'
import { itemSummary, summaryOf } from '#areas/content/views/item-output.ts'
import { readSurroundings, statuses } from '#areas/items/index.ts'
import { narrow, narrowed, narrowing } from '#kernel/narrowed-lists.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, moment, pageOf } from '#kernel/schema.ts'

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
    fields: narrowing(itemSummary),
  }),
  output: listOutput(narrowed(itemSummary)),

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
