import { z } from 'zod'

import { around } from '#areas/content/around.ts'
import { statuses } from '#areas/content/item-fields.ts'
import { itemOrders, listItemRows } from '#areas/content/item-lists.ts'
import { externalStates, managedItem, managedOf, narrow, narrowed, narrowing } from '#areas/content/item-output.ts'
import { reviewStates } from '#areas/content/reviews.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, moment, pageOf } from '#kernel/schema.ts'

export const listManagerItems = operation({
  name: 'listManagerItems',
  title: 'List items of all collections',
  summary:
    'Lists items of all collections and statuses, or the trash with trashed. search: title, excerpt, slug or URL.',
  scope: 'content:read',
  risk: 'read',
  examples: [{ title: 'Find an item by its URL', input: { search: 'https://example.com/blog/how-to-choose-a-crm' } }],
  input: z.strictObject({
    ...listInput,
    status: z.array(z.enum(statuses)).max(3).optional().describe('Any of these; default all'),
    collectionId: id('collection').optional(),
    authorId: id('author').optional(),
    categoryId: id('category').optional(),
    tagId: id('tag').optional(),
    from: moment().optional().describe('Updated at or after'),
    to: moment().optional().describe('Updated at or before'),
    reviewState: z.enum(reviewStates).optional(),
    externalState: z.enum(externalStates).optional(),
    hasWarnings: z.boolean().optional().describe('Open errors or warnings'),
    trashed: z.boolean().default(false).describe('The trash instead'),
    fields: narrowing(managedItem),
    orderBy: z.enum(itemOrders).default('-updatedAt').describe('- is descending'),
  }),
  output: listOutput(narrowed(managedItem)),

  prepare: async (ctx, { hasWarnings: is }) =>
    is === undefined ? undefined : { is, condition: await ctx.checks.isWarned(ctx) },

  async handle(
    ctx,
    {
      page,
      pageSize,
      search,
      status,
      collectionId,
      authorId,
      categoryId,
      tagId,
      from,
      to,
      reviewState,
      externalState,
      trashed,
      fields,
      orderBy,
    },
    warned,
  ) {
    const { rows, total } = await listItemRows(
      ctx.db,
      {
        search,
        collectionId,
        statuses: status,
        trashed,
        terms: { author: authorId, category: categoryId, tag: tagId },
        updatedFrom: from === undefined ? undefined : new Date(from),
        updatedTo: to === undefined ? undefined : new Date(to),
        reviewState,
        externalState,
        warned,
      },
      { page, pageSize, orderBy },
    )
    const of = await around(ctx, rows)
    return pageOf(
      rows.map((row) => narrow(managedOf(row, of(row)), fields)),
      total,
      { page, pageSize },
    )
  },
})
