import { z } from 'zod'

import {
  eitherWay,
  estimateOf,
  estimateOutput,
  namesWhatIsAsked,
  planRun,
  requireRunnable,
  runInput,
} from '#areas/visibility/plan-run.ts'
import { startRun } from '#areas/visibility/start-run.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob, unlessRehearsed } from '#kernel/schema.ts'

export const startAsvRun = operation({
  name: 'startAsvRun',
  title: 'Start a run',
  summary:
    'Asks engines the prompts of an analysis, or those named. Spends money and credits, never more than maxCost.',
  scope: 'asv:run',
  risk: 'external',
  startsJob: true,
  errors: [
    'not_found',
    'plan_required',
    'provider_not_configured',
    'insufficient_credits',
    'job_running',
    'cost_limit_exceeded',
  ],
  examples: [{ title: 'For two dollars at most', input: { analysisId: 'ana_01jzz0000000000000000000zz', maxCost: 2 } }],
  input: z
    .strictObject({ ...runInput, maxCost: z.number().min(0).max(100_000).optional().describe('US dollars') })
    .refine(namesWhatIsAsked, eitherWay),
  output: startedJob().extend({ runId: unlessRehearsed(id('run')), estimate: estimateOutput }),

  async handle(ctx, { maxCost, ...given }) {
    const plan = await planRun(ctx, given)
    const estimate = await estimateOf(ctx, plan, ctx.access.organization)
    const limit = maxCost ?? plan.analysis?.max_cost_per_run ?? null
    requireRunnable(plan, estimate, { limit, organization: ctx.access.organization })

    const started = await startRun(ctx.db, { plan, estimate, limit, start: ctx.start })
    return { ...started, estimate }
  },
})
