import { z } from 'zod'

import {
  eitherWay,
  estimateOf,
  estimateOutput,
  namesWhatIsAsked,
  planRun,
  runInput,
} from '#areas/visibility/plan-run.ts'
import { operation } from '#kernel/operation.ts'

export const estimateAsvRun = operation({
  name: 'estimateAsvRun',
  title: 'Estimate a run',
  summary:
    'Estimates how many calls a run makes, what they cost in US dollars and credits, and how exact its figures will be.',
  scope: 'asv:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'An analysis', input: { analysisId: 'ana_01jzz0000000000000000000zz' } }],
  input: z.strictObject(runInput).refine(namesWhatIsAsked, eitherWay),
  output: estimateOutput,

  async handle(ctx, given) {
    return estimateOf(ctx, await planRun(ctx, given), ctx.access.organization)
  },
})
