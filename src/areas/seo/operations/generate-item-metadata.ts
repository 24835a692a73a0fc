import { z } from 'zod'

import { lockUntrashed } from '#areas/items/index.ts'
import { chooseProvider, creditsFor, startPaid, writers } from '#areas/models/index.ts'
import { generateItemMetadataJob } from '#areas/seo/jobs/generate-item-metadata.ts'
import { deterministicFields, type MetadataField, metadataFields } from '#areas/seo/propose-metadata.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob } from '#kernel/schema.ts'

export const generateItemMetadata = operation({
  name: 'generateItemMetadata',
  title: 'Generate metadata',
  summary:
    'Proposes metadata for an item; getJob returns the proposals. apply writes to a draft, and stages for a published item.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  errors: ['not_found', 'invalid_transition', 'provider_not_configured', 'insufficient_credits'],
  examples: [
    { title: 'Structured data', input: { id: 'itm_01jzz0000000000000000000zz', fields: ['schemaJsonLd', 'og'] } },
  ],
  input: z.strictObject({
    id: id('item'),
    fields: z.array(z.enum(metadataFields)).min(1).max(metadataFields.length),
    apply: z.boolean().default(false),
  }),
  output: startedJob().extend({ credits: z.int().describe('Reserved; 0 without a model') }),

  async handle(ctx, { id: itemId, fields, apply }) {
    const { db, models } = ctx
    await lockUntrashed(db, { id: itemId, to: 'changed' })
    const needing = fields.filter((field) => !deterministicFields.includes(field))
    if (needing.length === 0) {
      const started = await ctx.start(generateItemMetadataJob, { itemId, fields, apply })
      return { ...started, credits: 0 }
    }
    const provider = await chooseProvider({ db, models }, { among: writers }).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'provider_not_configured' ? noMethod(needing) : error
    })
    const credits = creditsFor('generateItemMetadata')
    const input = { itemId, fields, apply, provider, credits }
    return startPaid(ctx, generateItemMetadataJob, { input, amount: credits, use: 'generation' })
  },
})

function noMethod(needing: readonly MetadataField[]): Refusal {
  return new Refusal(
    'provider_not_configured',
    `No model is configured, and ${needing.join(' and ')} cannot be made without one. Leave them out, or write them yourself.`,
    {
      fields: needing,
      howToFix: `Ask for ${deterministicFields.join(', ')} only, or write the others with updateItem; getWritingBrief says what they need.`,
      alternative: { operation: 'getWritingBrief' },
    },
  )
}
