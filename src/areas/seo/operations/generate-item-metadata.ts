import { z } from 'zod'

import { lockUntrashed } from '#areas/content/index.ts'
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
  errors: ['not_found', 'invalid_transition', 'provider_not_configured'],
  examples: [
    { title: 'Structured data', input: { id: 'itm_01jzz0000000000000000000zz', fields: ['schemaJsonLd', 'og'] } },
  ],
  input: z.strictObject({
    id: id('item'),
    fields: z.array(z.enum(metadataFields)).min(1).max(metadataFields.length),
    apply: z.boolean().default(false),
  }),
  output: startedJob(),

  prepare: async (_ctx, { fields }) => requireMethods(fields),

  async handle(ctx, { id: itemId, fields, apply }) {
    await lockUntrashed(ctx.db, { id: itemId, to: 'changed' })
    return ctx.start(generateItemMetadataJob, { itemId, fields, apply })
  },
})

function requireMethods(fields: readonly MetadataField[]): void {
  const needing = fields.filter((field) => !deterministicFields.includes(field))
  if (needing.length === 0) return
  throw new Refusal(
    'provider_not_configured',
    `No model is configured, and ${needing.join(' and ')} cannot be made without one. Leave them out, or write them yourself.`,
    {
      fields: needing,
      howToFix: `Ask for ${deterministicFields.join(', ')} only, or write the others with updateItem; getWritingBrief says what they need.`,
      alternative: { operation: 'getWritingBrief' },
    },
  )
}
