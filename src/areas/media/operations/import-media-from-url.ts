import { z } from 'zod'

import { importMedia } from '#areas/media/jobs/import-media.ts'
import { operation } from '#kernel/operation.ts'
import { startedJob, text, title, url } from '#kernel/schema.ts'

export const importMediaFromUrl = operation({
  name: 'importMediaFromUrl',
  title: 'Import an image from an address',
  summary:
    'Starts a job that fetches an image (https, at most 15 MiB) and creates a media record from it. Its result contains media.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  errors: ['url_not_allowed', 'unsupported_media', 'media_too_large'],
  examples: [{ title: 'From a website', input: { url: 'https://example.com/harbour.jpg', alt: 'Ships in a harbour' } }],
  input: z.strictObject({
    url: url().describe('https'),
    alt: text(300).optional(),
    title: title(300).optional(),
  }),
  output: startedJob(),

  prepare: async ({ checkUrl }, { url }) => checkUrl(url),

  handle: ({ start }, input) => start(importMedia, input),
})
