import { z } from 'zod'

import { answerSummary, listAnswerRows, summaryOfAnswer } from '#areas/visibility/answers.ts'
import { ownBrandId } from '#areas/visibility/brands.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listAsvAnswers = operation({
  name: 'listAsvAnswers',
  title: 'List answers of AI engines',
  summary: 'Lists stored answers, newest first, with who is mentioned. search: their text.',
  scope: 'asv:read',
  risk: 'read',
  examples: [{ title: 'Answers without the own brand', input: { mentioned: false } }],
  input: z.strictObject({
    ...listInput,
    runId: id('run').optional(),
    promptId: id('prompt').optional(),
    engineId: id('engine').optional(),
    brandId: id('brand').optional().describe('Default for mentioned: the own brand'),
    mentioned: z.boolean().optional(),
  }),
  output: listOutput(answerSummary),

  async handle({ db, access }, { brandId, mentioned, page, pageSize, ...filter }) {
    const isWanted = brandId !== undefined || mentioned !== undefined
    const named = { brandId: brandId ?? ownBrandId(access.organization.id), isMentioned: mentioned ?? true }
    const { rows, mentions, total } = await listAnswerRows(
      db,
      { ...filter, mentioned: isWanted ? named : undefined },
      { page, pageSize },
    )
    return pageOf(
      rows.map((row) => summaryOfAnswer(row, mentions)),
      total,
      { page, pageSize },
    )
  },
})
