import { z } from 'zod'

import { settleCredits } from '#areas/account/index.ts'
import { changeFields, itemPicture } from '#areas/content/index.ts'
import { findItem, type ItemChanges } from '#areas/items/index.ts'
import { writers } from '#areas/models/index.ts'
import { metadataFields, type ModelField, modelFields, proposeMetadata } from '#areas/seo/propose-metadata.ts'
import { writeMetadata } from '#areas/seo/write-metadata.ts'
import { job } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'

/** Proposes metadata for an item, and applies it where requested (seo.md#metadata-without-a-model). */
export const generateItemMetadataJob = job({
  name: 'generateItemMetadata',
  title: 'Write texts for search results',
  queue: 'quick',
  scope: 'content:write',
  endsWithRefusal: true,
  input: z.strictObject({
    itemId: id('item'),
    fields: z.array(z.enum(metadataFields)),
    apply: z.boolean(),
    /** Null: no model is needed. */
    provider: z.enum(writers).nullable().default(null),
    credits: z.int().default(0),
  }),

  async work(ctx, { itemId, fields, apply, provider, credits }) {
    const { access, baseUrl, actor, requestId, checks, jobId } = ctx
    const picture = await ctx.read(async (db) =>
      itemPicture({ db, access, baseUrl }, await findItem(db, { id: itemId })),
    )
    const made = proposeMetadata(picture, fields, access.organization)
    const wanted = modelFields.filter((field: ModelField) => fields.includes(field))
    const written =
      provider === null || wanted.length === 0
        ? null
        : await ctx.step('metadata', () => writeMetadata(ctx, picture, { fields: wanted, provider }))
    const proposals = [...made, ...(written?.proposals ?? [])]
    const spent = written === null ? {} : { model: written.model, cost: written.cost, credits }

    const done = await ctx.once('applied', async ({ db }) => {
      if (credits > 0) await settleCredits(db, { jobId, used: credits })
      if (!apply || proposals.length === 0) return { applied: 'none' as const, revision: null }
      const changes = Object.assign({}, ...proposals.map(({ value }) => value)) as ItemChanges
      return changeFields({ db, checks, access }, itemId, changes, { actor, requestId, now: ctx.now() })
    })
    return { result: { proposals, ...done, ...spent } }
  },
})
