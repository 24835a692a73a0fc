import { z } from 'zod'

import { chooseProvider, creditsFor, startPaid, writers } from '#areas/models/index.ts'
import { suggestAsvPromptsJob } from '#areas/visibility/jobs/suggest-asv-prompts.ts'
import { type PromptSource, promptSources, scopeOfSource } from '#areas/visibility/suggest-prompts.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { startedJob } from '#kernel/schema.ts'
import { scopeObjection } from '#kernel/scope-objection.ts'

export const suggestAsvPrompts = operation({
  name: 'suggestAsvPrompts',
  title: 'Suggest prompts',
  summary:
    'Proposes questions to ask engines, with your model, else from templates with a brief for yours. Then createAsvPrompts.',
  scope: 'asv:write',
  risk: 'write',
  judgesCaller: true,
  startsJob: true,
  errors: ['insufficient_credits'],
  examples: [
    { title: 'Ten questions', input: { count: 10 } },
    { title: 'From what people search for', input: { count: 5, sources: ['gsc'] } },
  ],
  input: z.strictObject({
    count: z.int().min(1).max(50),
    sources: z
      .array(z.enum(promptSources))
      .min(1)
      .max(promptSources.length)
      .optional()
      .describe('Left out: all that you may read'),
  }),
  output: startedJob().extend({
    method: z.enum(['model', 'template']),
    credits: z.int().describe('Reserved; 0 by templates'),
  }),

  async handle(ctx, { count, sources: named }) {
    const objectionTo = (source: PromptSource) => scopeObjection(scopeOfSource[source], ctx.access)
    for (const source of named ?? []) {
      const objection = objectionTo(source)
      if (objection !== undefined) throw objection
    }
    const sources = named ?? promptSources.filter((source) => objectionTo(source) === undefined)
    const provider = await chooseProvider(ctx, { among: writers }).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'provider_not_configured') return null
      throw error
    })
    if (provider === null) {
      const started = await ctx.start(suggestAsvPromptsJob, { count, sources, provider, credits: 0 })
      return { ...started, method: 'template' as const, credits: 0 }
    }
    const amount = creditsFor('suggestAsvPrompts')
    const input = { count, sources, provider, credits: amount }
    return {
      ...(await startPaid(ctx, suggestAsvPromptsJob, { input, amount, use: 'generation' })),
      method: 'model' as const,
    }
  },
})
