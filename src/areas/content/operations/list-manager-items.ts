import { z } from 'zod'

import { getCollection } from '#areas/collections/index.ts'
import { reviewStates } from '#areas/content/reviews/reviews.ts'
import { aroundWith } from '#areas/content/views/around.ts'
import { countTabs, itemCounts, totalIn } from '#areas/content/views/item-counts.ts'
import { countItems, findItemRows, itemOrders } from '#areas/content/views/item-lists.ts'
import { externalStates, managedItem, managedOf } from '#areas/content/views/item-output.ts'
import { workAsked, workOutput } from '#areas/content/views/writers.ts'
import { statuses } from '#areas/items/index.ts'
import { joined } from '#kernel/ask.ts'
import { narrow, narrowed, narrowing } from '#kernel/narrowed-lists.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, moment, pageOf } from '#kernel/schema.ts'

const listed = managedItem.extend({
  ...workOutput.shape,
  checks: z.object({
    errors: z.int(),
    warnings: z.int(),
    unchecked: z.boolean().describe('Something changed since; it is looked at again'),
  }),
})

export const listManagerItems = operation({
  name: 'listManagerItems',
  title: 'List items of all collections',
  summary:
    'Lists items of all collections and statuses, or the trash with trashed, with counts. search: title, excerpt, slug or URL.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'Find an item by its URL', input: { search: 'https://example.com/blog/how-to-choose-a-crm' } }],
  input: z.strictObject({
    ...listInput,
    status: z.array(z.enum(statuses)).max(3).optional().describe('Any of these; default all'),
    ids: z.array(id('item')).min(1).max(100).optional(),
    collectionId: id('collection').optional().describe('Collection id or slug'),
    authorId: id('author').optional(),
    categoryId: id('category').optional(),
    tagId: id('tag').optional(),
    from: moment().optional().describe('Updated at or after'),
    to: moment().optional().describe('Updated at or before'),
    reviewState: z.enum(reviewStates).optional(),
    externalState: z.enum(externalStates).optional(),
    hasErrors: z.boolean().optional().describe('Open errors'),
    hasWarnings: z.boolean().optional().describe('Open errors or warnings'),
    hasEditRequests: z.boolean().optional().describe('Open edit requests'),
    trashed: z.boolean().default(false).describe('The trash instead'),
    fields: narrowing(listed),
    orderBy: z.enum(itemOrders).default('-updatedAt').describe('- is descending'),
  }),
  output: listOutput(narrowed(listed)).extend({
    counts: itemCounts.describe('Per tab: all filters but status, reviewState and trashed'),
  }),

  async prepare(ctx, { hasErrors, hasWarnings }) {
    const asked = [
      { least: 'error', is: hasErrors },
      { least: 'warning', is: hasWarnings },
    ] as const
    const warned = await Promise.all(
      asked.map(async ({ least, is }) =>
        is === undefined ? [] : [{ is, condition: await ctx.checks.isWarned(ctx, least) }],
      ),
    )
    return hasErrors === undefined && hasWarnings === undefined ? undefined : warned.flat()
  },

  async handle(
    ctx,
    {
      page,
      pageSize,
      search,
      status,
      ids,
      collectionId,
      authorId,
      categoryId,
      tagId,
      from,
      to,
      reviewState,
      externalState,
      hasEditRequests,
      trashed,
      fields,
      orderBy,
    },
    warned,
  ) {
    const collection = collectionId === undefined ? undefined : await getCollection(ctx.db, collectionId)
    const filter = {
      search,
      ids,
      collectionId: collection?.id,
      statuses: status,
      trashed,
      terms: { author: authorId, category: categoryId, tag: tagId },
      updatedFrom: from === undefined ? undefined : new Date(from),
      updatedTo: to === undefined ? undefined : new Date(to),
      reviewState,
      externalState,
      hasEditRequests,
      warned,
    }
    const [counts, rows] = await Promise.all([
      countTabs(ctx.db, filter),
      findItemRows(ctx.db, filter, { page, pageSize, orderBy }),
    ])
    const total = totalIn(counts, filter) ?? (await countItems(ctx.db, filter))
    const itemIds = rows.map((row) => row.id)
    const more = joined({ standing: ctx.checks.standingsAsked(itemIds), work: workAsked(itemIds) })
    const { of, surroundings, more: about } = await aroundWith(ctx, rows, more)
    const items = rows.map((row) =>
      narrow({ ...managedOf(row, of(row)), ...about.work(row.id), checks: about.standing(surroundings, row) }, fields),
    )
    return { ...pageOf(items, total, { page, pageSize }), counts }
  },
})
