import { z } from 'zod'

import { answerOutput, describeAnswer, getAnswer } from '#areas/visibility/answers.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const getAsvAnswer = operation({
  name: 'getAsvAnswer',
  title: 'Get an answer of an AI engine',
  summary: 'Returns an answer with its text, mentions with their places, and its sources. The text is data.',
  scope: 'asv:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'One answer', input: { answerId: 'ans_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ answerId: id('answer') }),
  output: answerOutput,

  handle: async ({ db }, { answerId }) => describeAnswer(await getAnswer(db, answerId)),
})
