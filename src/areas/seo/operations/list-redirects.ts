import { z } from 'zod'

import { listRedirectRecords, redirectOutput } from '#areas/addresses/index.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listRedirects = operation({
  name: 'listRedirects',
  title: 'List redirects',
  summary: 'Lists the redirected paths, newest first. search: a path, URL, or title of the target.',
  scope: 'content:read',
  risk: 'read',
  examples: [{ title: 'From consolidations', input: { reason: 'consolidation' } }],
  input: z.strictObject({ ...listInput, reason: redirectOutput.shape.reason.optional() }),
  output: listOutput(redirectOutput),

  async handle({ db }, input) {
    const { records, total } = await listRedirectRecords(db, input, input)
    return pageOf(records, total, input)
  },
})
