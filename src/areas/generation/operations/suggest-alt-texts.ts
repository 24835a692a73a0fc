import { z } from 'zod'

import { mostImages } from '#areas/generation/alt-texts.ts'
import { suggestAltTextsJob } from '#areas/generation/jobs/suggest-alt-texts.ts'
import { findImages } from '#areas/media/index.ts'
import { chooseProvider, creditsFor, startPaid, writers } from '#areas/models/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob } from '#kernel/schema.ts'

export const suggestAltTexts = operation({
  name: 'suggestAltTexts',
  title: 'Propose alt texts with a model',
  summary:
    'Your own model looks at images; getJob returns proposals. apply fills empty ones. Without a key, getAltTextsBrief.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  errors: ['not_found', 'unsupported_media', 'provider_not_configured', 'insufficient_credits'],
  examples: [{ title: 'One image', input: { mediaIds: ['med_01k9x8f0000000000000000000'] } }],
  input: z.strictObject({
    mediaIds: z.array(id('media')).min(1).max(mostImages),
    apply: z.boolean().default(false).describe('Stores them if there is no alt text'),
  }),
  output: startedJob().extend({ credits: z.int().describe('Reserved') }),

  async handle(ctx, { mediaIds, apply }) {
    const ids = [...new Set(mediaIds)]
    await findImages(ctx.db, ids)
    const provider = await chooseProvider(ctx, { among: writers, alternative: { operation: 'getAltTextsBrief' } })
    const amount = creditsFor('suggestAltTexts', ids.length)
    const input = { mediaIds: ids, apply, provider, credits: amount }
    return startPaid(ctx, suggestAltTextsJob, { input, amount, use: 'generation' })
  },
})
