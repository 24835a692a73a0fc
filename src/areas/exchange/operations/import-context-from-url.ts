import { z } from 'zod'

import { importContextJob } from '#areas/exchange/jobs/import-context.ts'
import { entryKinds } from '#areas/library/index.ts'
import { operation } from '#kernel/operation.ts'
import { startedJob, url } from '#kernel/schema.ts'

export const importContextFromUrl = operation({
  name: 'importContextFromUrl',
  title: 'Import context from a page',
  summary: 'Reads a page, and with maxPages the pages below it that it links to, into the Context Library.',
  scope: 'content:write',
  risk: 'external',
  startsJob: true,
  errors: ['url_not_allowed', 'robots_disallowed'],
  examples: [
    {
      title: 'The manual of a product',
      input: { url: 'https://docs.example.com/manual/', kind: 'product', maxPages: 10 },
    },
  ],
  input: z.strictObject({ url: url(), kind: z.enum(entryKinds), maxPages: z.int().min(1).max(20).default(1) }),
  output: startedJob(),

  async prepare(ctx, input) {
    ctx.checkUrl(input.url)
  },

  async handle(ctx, input) {
    return ctx.start(importContextJob, input)
  },
})
