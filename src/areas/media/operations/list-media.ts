import { z } from 'zod'

import { findMedia } from '#areas/media/find-media.ts'
import { describeMedia, mediaKinds, mediaOutput, mediaSources } from '#areas/media/media.ts'
import { useOutput, usesOf } from '#areas/media/uses.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listMedia = operation({
  name: 'listMedia',
  title: 'List media',
  summary: 'Lists images and documents, newest first, with where each is used: items, authors, profiles.',
  scope: 'content:read',
  risk: 'read',
  examples: [
    { title: 'Images that nothing uses', input: { kind: 'image', unused: true } },
    { title: 'By a word of title, alt text or file name', input: { search: 'harbour' } },
  ],
  input: z.strictObject({
    ...listInput,
    kind: z.enum(mediaKinds).optional(),
    source: z.enum(mediaSources).optional(),
    unused: z.boolean().optional().describe('true: only what nothing uses; false: only what is used'),
    ids: z.array(id('media')).min(1).max(100).optional(),
    withoutAlt: z.boolean().optional().describe('Only images without alt text'),
  }),
  output: listOutput(
    mediaOutput.extend({
      usedBy: z.array(useOutput).describe('At most 20'),
      useCount: z.int(),
    }),
  ),

  async handle(ctx, { page, pageSize, ...filter }) {
    const { rows, total } = await findMedia(ctx.db, filter, { page, pageSize })
    const uses = await usesOf(
      ctx.db,
      rows.map(({ id }) => id),
    )
    const items = rows.map((row) => ({
      ...describeMedia(row, ctx),
      ...(uses.get(row.id) ?? { usedBy: [], useCount: 0 }),
    }))
    return pageOf(items, total, { page, pageSize })
  },
})
