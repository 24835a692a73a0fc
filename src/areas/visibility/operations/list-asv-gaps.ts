import { z } from 'zod'

import { readBrands } from '#areas/visibility/brands.ts'
import { bases, modes } from '#areas/visibility/engines.ts'
import { metric } from '#areas/visibility/metrics/figures.ts'
import { findGaps, gapKinds } from '#areas/visibility/metrics/gaps.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'
import { searchTerm } from '#std/text.ts'

export const listAsvGaps = operation({
  name: 'listAsvGaps',
  title: 'List gaps in AI answers',
  summary:
    'Lists prompts where competitors lead, over 90 days. suggestedTopic is an input of createBlogTopic. search: the prompt.',
  scope: 'asv:read',
  risk: 'read',
  examples: [{ title: 'Where competitors are named', input: { kind: 'mention' } }],
  input: z.strictObject({ ...listInput, kind: z.enum(gapKinds).optional().describe('Default: all') }),
  output: listOutput(
    z.object({
      promptId: id('prompt'),
      kind: z.enum(gapKinds),
      mode: z.enum(modes),
      basis: z.enum(bases),
      ownRate: z.number().describe('Percent of the answers'),
      ...metric.omit({ value: true }).shape,
      competitors: z.array(z.object({ brandId: id('brand'), name: z.string(), rate: z.number() })),
      sources: z.array(z.object({ domain: z.string(), answers: z.int() })),
      untrusted: z.object({ prompt: z.string() }),
      suggestedTopic: z.object({
        topic: z.string(),
        primaryKeyword: z.string(),
        angle: z.string(),
        collectionPresetId: id('collection'),
        articleType: z.string(),
        asvPromptId: id('prompt'),
      }),
      topicId: id('topic').nullable(),
    }),
  ),

  async handle({ db, access, now }, { kind, search, page, pageSize }) {
    const brands = await readBrands(db, access.organization)
    const term = searchTerm(search ?? '')
    const gaps = await findGaps(db, { brands, now, kinds: kind === undefined ? gapKinds : [kind] })
    const found = gaps.filter(({ untrusted }) => searchTerm(untrusted.prompt).includes(term))
    return pageOf(found.slice((page - 1) * pageSize, page * pageSize), found.length, { page, pageSize })
  },
})
