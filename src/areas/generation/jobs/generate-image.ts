import { z } from 'zod'

import { settleCredits } from '#areas/account/index.ts'
import { drawPicture } from '#areas/generation/draw-picture.ts'
import { painters } from '#areas/models/index.ts'
import { job } from '#kernel/job.ts'
import { pictureAspects } from '#kernel/model.ts'
import { id } from '#kernel/schema.ts'

/** Draws a picture for an item into the library. The item stays as it is. */
export const generateImageJob = job({
  name: 'generateImage',
  title: 'Draw a picture',
  queue: 'bulk',
  scope: 'content:write',
  attempts: 3,
  endsWithRefusal: true,
  steps: ['images', 'check'],
  input: z.strictObject({
    itemId: id('item'),
    prompt: z.string(),
    aspect: z.enum(pictureAspects),
    provider: z.enum(painters),
    credits: z.int(),
  }),

  async work(ctx, { prompt, aspect, provider, credits }) {
    const picture = await ctx.step('images', () => drawPicture(ctx, { provider, prompt, aspect, alt: prompt }))
    await ctx.step('check', () =>
      ctx.once('settled', ({ db }) => settleCredits(db, { jobId: ctx.jobId, used: credits })),
    )
    const { mediaId, model, cost } = picture
    return { result: { mediaId, model, cost, credits } }
  },
})
