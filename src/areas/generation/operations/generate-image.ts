import { z } from 'zod'

import { imagePurposes, usualAspect } from '#areas/generation/image-rules.ts'
import { generateImageJob } from '#areas/generation/jobs/generate-image.ts'
import { lockUntrashed } from '#areas/items/index.ts'
import { chooseProvider, creditsFor, painters, startPaid } from '#areas/models/index.ts'
import { pictureAspects } from '#kernel/model.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob, words } from '#kernel/schema.ts'

export const generateImage = operation({
  name: 'generateImage',
  title: 'Draw an image with a model',
  summary:
    'Draws an image for an item into the media library; set it with updateItem. Result: mediaId. Without a key, getImageBrief.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  errors: ['not_found', 'invalid_transition', 'provider_not_configured', 'insufficient_credits'],
  examples: [
    {
      title: 'A featured image',
      input: { itemId: 'itm_01jzz0000000000000000000zz', prompt: 'A beehive in a city garden', purpose: 'featured' },
    },
  ],
  input: z.strictObject({
    itemId: id('item'),
    prompt: words(2000),
    purpose: z.enum(imagePurposes),
    aspect: z.enum(pictureAspects).optional().describe('Left out: 16:9, inline 3:2'),
  }),
  output: startedJob().extend({ credits: z.int().describe('Reserved') }),

  async handle(ctx, { itemId, prompt, purpose, aspect = usualAspect[purpose] }) {
    await lockUntrashed(ctx.db, { id: itemId, to: 'changed' })
    const provider = await chooseProvider(ctx, { among: painters, alternative: { operation: 'getImageBrief' } })
    const amount = creditsFor('generateImage')
    const input = { itemId, prompt, aspect, provider, credits: amount }
    return startPaid(ctx, generateImageJob, { input, amount, use: 'image' })
  },
})
