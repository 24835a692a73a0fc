import { z } from 'zod'

import { listRedirectRecords, redirectOutput } from '#areas/addresses/index.ts'
import { followAddress, followedAddress } from '#areas/seo/follow-address.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf, text } from '#kernel/schema.ts'

export const listRedirects = operation({
  name: 'listRedirects',
  title: 'List redirects',
  summary:
    'Lists the redirected paths, newest first. search: a path, URL, or title of the target. testAddress: where a path or URL leads.',
  scope: 'content:read',
  risk: 'read',
  examples: [
    { title: 'From consolidations', input: { reason: 'consolidation' } },
    { title: 'Where an old address leads', input: { testAddress: '/2019/old-post', pageSize: 1 } },
  ],
  input: z.strictObject({
    ...listInput,
    reason: redirectOutput.shape.reason.optional(),
    testAddress: text(2048, { min: 1 })
      .optional()
      .describe('Path or URL of the website; tested says where it leads, beside the list'),
  }),
  output: listOutput(redirectOutput).extend({
    tested: followedAddress.nullable().describe('Where testAddress leads; null without it'),
  }),

  async handle({ db, baseUrl, access }, input) {
    const { records, total } = await listRedirectRecords(db, input, input)
    const { testAddress } = input
    const place = { db, baseUrl, organizationId: access.organization.id }
    const tested = testAddress === undefined ? null : await followAddress(place, testAddress)
    return { ...pageOf(records, total, input), tested }
  },
})
