import { z } from 'zod'

import {
  answerOutput,
  answerStates,
  answerSummary,
  describeAnswer,
  getAnswers,
  listAnswerRows,
  summaryOfAnswer,
} from '#areas/visibility/answers.ts'
import { ownBrandId } from '#areas/visibility/brands.ts'
import { promptTexts } from '#areas/visibility/prompt-versions.ts'
import { Refusal } from '#kernel/errors.ts'
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
    state: z.enum(answerStates).optional(),
    whole: z.boolean().default(false).describe('Add what getAsvAnswer returns, and the prompt; at most 10 on a page'),
  }),
  output: listOutput(
    answerSummary.extend({
      whole: answerOutput.optional(),
      prompt: z.string().optional().describe('As it was asked'),
    }),
  ),

  async handle({ db, access }, { brandId, mentioned, whole, page, pageSize, ...filter }) {
    if (whole && pageSize > mostWhole)
      throw new Refusal('validation_failed', `At most ${mostWhole} whole answers fit on a page.`, [
        { path: '/input/pageSize', message: `Must be at most ${mostWhole} with whole`, code: 'too_big' },
      ])
    const isWanted = brandId !== undefined || mentioned !== undefined
    const named = { brandId: brandId ?? ownBrandId(access.organization.id), isMentioned: mentioned ?? true }
    const { rows, mentions, total } = await listAnswerRows(
      db,
      { ...filter, mentioned: isWanted ? named : undefined },
      { page, pageSize },
    )
    const answers = whole ? await getAnswers(db, rows) : []
    const texts = whole ? await promptTexts(db, rows) : []
    const items = rows.map((row, at) => {
      const answer = answers[at]
      return {
        ...summaryOfAnswer(row, mentions),
        ...(answer && { whole: describeAnswer(answer), prompt: texts[at] ?? '' }),
      }
    })
    return pageOf(items, total, { page, pageSize })
  },
})

const mostWhole = 10
