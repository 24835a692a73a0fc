import { z } from 'zod'

import { around } from '#areas/content/around.ts'
import { itemOutput, outputOf } from '#areas/content/item-output.ts'
import { bodyOf, findItem } from '#areas/content/items.ts'
import { briefRevision, latestRevisions } from '#areas/content/revision-lists.ts'
import { reviewOf } from '#areas/content/reviews.ts'
import { getCollection } from '#areas/collections/index.ts'
import { checkItem } from '#areas/content/warnings/check-item.ts'
import { itemLinks, linksOf } from '#areas/content/warnings/item-links.ts'
import { publishingWarning } from '#areas/content/warnings/warning.ts'
import { operation } from '#kernel/operation.ts'
import { id, text } from '#kernel/schema.ts'

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
        .array(z.enum(['revisions', 'warnings', 'links']))
        .max(3)
        .optional(),
      bodyFormat: z.enum(['source', 'html']).default('source'),
    })
    .refine(({ id: itemId, slug }) => (itemId === undefined) !== (slug === undefined), {
      path: ['id'],
      message: 'Give exactly one of id and slug',
    }),
  output: z.object({
    item: itemOutput,
    version: z.int(),
    revisions: z.array(briefRevision).optional(),
    publishingWarnings: z.array(publishingWarning).optional(),
    links: itemLinks.optional(),
  }),

  async handle(ctx, { id: itemId, slug, collection, include, bodyFormat }) {
    const { db } = ctx
    const row =
      itemId === undefined
        ? await findItem(db, { slug: slug ?? '', collectionId: (await getCollection(db, collection ?? 'articles')).id })
        : await findItem(db, { id: itemId })
    const of = await around(ctx, [row])
    const stored = { body: await bodyOf(db, row.id), review: await reviewOf(db, row.id) }
    const item = outputOf(row, stored, bodyFormat, of(row))

    const wants = (part: 'revisions' | 'warnings' | 'links') => include?.includes(part) === true
    return {
      item,
      version: row.version,
      ...(wants('revisions') ? { revisions: await latestRevisions(db, row.id) } : {}),
      ...(wants('warnings') ? { publishingWarnings: await checkItem(ctx, row) } : {}),
      ...(wants('links') ? { links: await linksOf(ctx, row) } : {}),
    }
  },
})
