import { z } from 'zod'

import { around } from '#areas/content/around.ts'
import { itemOutput, outputOf } from '#areas/content/item-output.ts'
import { bodyOf, findItem } from '#areas/content/items.ts'
import { getCollection } from '#areas/collections/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, text, timestamp } from '#kernel/schema.ts'

const revision = z.object({
  n: z.int(),
  authorType: z.enum(['user', 'agent', 'system']),
  userId: z.string().nullable(),
  requestId: z.string().nullable(),
  createdAt: timestamp(),
})

export const getItem = operation({
  name: 'getItem',
  title: 'Get an item',
  summary: 'Gives one item with all fields by id, or by slug and collection (default articles).',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'By slug', input: { slug: 'how-to-choose-a-crm', collection: 'articles' } }],
  input: z
    .strictObject({
      id: id('item').optional(),
      slug: text(200).optional(),
      collection: id('collection').optional().describe('Collection id or slug, with slug'),
      include: z
        .array(z.enum(['revisions']))
        .max(1)
        .optional(),
      bodyFormat: z.enum(['source', 'html']).default('source'),
    })
    .refine(({ id: itemId, slug }) => (itemId === undefined) !== (slug === undefined), {
      path: ['id'],
      message: 'Give exactly one of id and slug',
    }),
  output: z.object({ item: itemOutput, version: z.int(), revisions: z.array(revision).optional() }),

  async handle(ctx, { id: itemId, slug, collection, include, bodyFormat }) {
    const { db } = ctx
    const row =
      itemId === undefined
        ? await findItem(db, { slug: slug ?? '', collectionId: (await getCollection(db, collection ?? 'articles')).id })
        : await findItem(db, { id: itemId })
    const of = await around(ctx, [row])
    const item = outputOf(row, await bodyOf(db, row.id), bodyFormat, of(row))

    if (include?.includes('revisions') !== true) return { item, version: row.version }
    const revisions = await db
      .selectFrom('item_revision')
      .select(['n', 'author_type', 'user_id', 'request_id', 'created_at'])
      .where('item_id', '=', row.id)
      .orderBy('n', 'desc')
      .limit(100)
      .execute()
    return {
      item,
      version: row.version,
      revisions: revisions.map((entry) => ({
        n: entry.n,
        authorType: entry.author_type as 'user',
        userId: entry.user_id,
        requestId: entry.request_id,
        createdAt: iso(entry.created_at),
      })),
    }
  },
})
