import { z } from 'zod'

import { briefOutput } from '#areas/generation/brief-output.ts'
import { writeBrief } from '#areas/generation/brief.ts'
import { contextChars } from '#areas/generation/options.ts'
import { aboutSubject, subjectOf } from '#areas/generation/subject.ts'
import { operation } from '#kernel/operation.ts'

export const getWritingBrief = operation({
  name: 'getWritingBrief',
  title: 'Get a writing brief',
  summary:
    'Returns what you need to write a topic, or to improve an item: rules, context, links, schema. Then submitDraft.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found', 'collection_disabled', 'plan_required'],
  examples: [{ title: 'For a topic', input: { topicId: 'top_01jzz0000000000000000000zz' } }],
  input: aboutSubject({
    maxContextChars: z
      .int()
      .min(contextChars.min)
      .max(contextChars.max)
      .default(contextChars.default)
      .describe('Characters of contextPassages'),
  }),
  output: z.object({ brief: briefOutput }),

  async handle(ctx, input) {
    return { brief: await writeBrief(ctx, subjectOf(input), input) }
  },
})
