import { z } from 'zod'

import { getSettings } from '#areas/organizations/index.ts'
import {
  analysisInput,
  analysisOutput,
  describeAnalysis,
  insertAnalysis,
  requireAllowed,
  spends,
} from '#areas/visibility/analyses.ts'
import { getEngines } from '#areas/visibility/engines.ts'
import { getPrompts } from '#areas/visibility/prompts.ts'
import { operation } from '#kernel/operation.ts'

export const createAsvAnalysis = operation({
  name: 'createAsvAnalysis',
  title: 'Create an analysis',
  summary:
    'Keeps which prompts are asked of which engines. With a schedule it runs by itself: that needs confirm and asv:run.',
  scope: 'asv:write',
  risk: 'write',
  confirm: spends,
  errors: ['not_found', 'plan_required'],
  examples: [
    {
      title: 'Every prompt, once a week',
      input: {
        name: 'Weekly',
        promptFilter: {},
        engineIds: ['eng_01jzz0000000000000000000zz'],
        schedule: 'weekly',
        maxCostPerRun: 5,
      },
    },
  ],
  input: z.strictObject({
    name: analysisInput.name,
    promptFilter: analysisInput.promptFilter,
    engineIds: analysisInput.engineIds,
    samples: analysisInput.samples.default(null),
    schedule: analysisInput.schedule.default('none'),
    maxCostPerRun: analysisInput.maxCostPerRun.default(null),
  }),
  output: z.object({ analysis: analysisOutput }),

  async handle({ db, now, access }, given) {
    await getEngines(db, given.engineIds)
    await getPrompts(db, given.promptFilter.promptIds ?? [])
    await requireAllowed(db, access.organization.plan, given.promptFilter)
    const { timezone } = await getSettings(db)
    return { analysis: describeAnalysis(await insertAnalysis(db, given, { timezone, after: now })) }
  },
})
