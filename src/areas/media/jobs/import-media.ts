import { z } from 'zod'

import { addImage } from '#areas/media/add-image.ts'
import { fetchImage } from '#areas/media/fetch-image.ts'
import { describeMedia } from '#areas/media/media.ts'
import { job } from '#kernel/job.ts'

export const importMedia = job({
  name: 'importMedia',
  title: 'Fetch pictures',
  queue: 'quick',
  scope: 'content:write',
  attempts: 3,
  input: z.strictObject({
    url: z.string(),
    alt: z.string().optional(),
    title: z.string().optional(),
  }),

  async work(ctx, { url, alt, title }) {
    const image = await fetchImage(ctx.fetch, url)
    const row = await addImage(ctx, { ...image, source: 'import', alt, title })
    return { result: { media: describeMedia(row, ctx) } }
  },
})
