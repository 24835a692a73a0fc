import { z } from 'zod'

import { getSettings } from '#areas/organizations/index.ts'
import {
  analysisInput,
  analysisOutput,
  changeAnalysis,
  describeAnalysis,
  lockAnalysis,
  requireAllowed,
  spends,
  spendsMore,
} from '#areas/visibility/analyses.ts'
import { getEngines } from '#areas/visibility/engines.ts'
import { getPrompts } from '#areas/visibility/prompts.ts'
import { operation } from '#kernel/operation.ts'
import { changes, id, ifVersion } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const updateAsvAnalysis = operation({
  name: 'updateAsvAnalysis',
  title: 'Change an analysis',
  summary: 'Changes the given fields. A schedule, and what a scheduled analysis spends, need confirm and asv:run.',
  scope: 'asv:write',
  risk: 'write',
  confirm: { ...spends, whenStored: spendsMore },
  errors: ['not_found', 'plan_required'],
  examples: [{ title: 'Remove the schedule', input: { id: 'ana_01jzz0000000000000000000zz', schedule: 'none' } }],
  input: changes(
    {
      id: id('analysis'),
      name: analysisInput.name.optional(),
      promptFilter: analysisInput.promptFilter.optional(),
      engineIds: analysisInput.engineIds.optional(),
      samples: analysisInput.samples.optional(),
      schedule: analysisInput.schedule.optional(),
      maxCostPerRun: analysisInput.maxCostPerRun.optional(),
      ifVersion,
    },
    'id',
  ),
  output: z.object({ analysis: analysisOutput }),

  async handle({ db, now, access }, { id: analysisId, ifVersion: expected, ...given }) {
    const stored = await lockAnalysis(db, analysisId)
    requireVersion(stored.version, expected)
    await getEngines(db, given.engineIds ?? [])
    await getPrompts(db, given.promptFilter?.promptIds ?? [])
    if (given.promptFilter !== undefined) await requireAllowed(db, access.organization.plan, given.promptFilter)
    const { timezone } = await getSettings(db)
    return { analysis: describeAnalysis(await changeAnalysis(db, stored, given, { timezone, after: now })) }
  },
})
