import { z } from 'zod'

import { changeFields, itemPicture, findItem } from '#areas/content/index.ts'
import { metadataFields, proposeMetadata } from '#areas/seo/propose-metadata.ts'
import { job } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'

/** Proposes metadata for an item, and applies it where requested (seo.md#metadata-without-a-model). */
export const generateItemMetadataJob = job({
  name: 'generateItemMetadata',
  queue: 'quick',
  scope: 'content:write',
  input: z.strictObject({ itemId: id('item'), fields: z.array(z.enum(metadataFields)), apply: z.boolean() }),

  async work(ctx, { itemId, fields, apply }) {
    const { access, baseUrl, actor, requestId, checks } = ctx
    const proposals = await ctx.read(async (db) => {
      const picture = await itemPicture({ db, access, baseUrl }, await findItem(db, { id: itemId }))
      return proposeMetadata(picture, fields, access.organization)
    })
    if (!apply || proposals.length === 0) return { result: { proposals, applied: 'none', revision: null } }
    const changes = Object.assign({}, ...proposals.map(({ value }) => value))
    const done = await ctx.write(({ db }) =>
      changeFields({ db, checks }, itemId, changes, { actor, requestId, now: ctx.now() }),
    )
    return { result: { proposals, ...done } }
  },
})
