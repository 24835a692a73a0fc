import { z } from 'zod'

import { readBrands } from '#areas/visibility/brands.ts'
import { changeOutput, changesBetween } from '#areas/visibility/metrics/changes.ts'
import { cellsOfRun } from '#areas/visibility/metrics/run-changes.ts'
import { brandFigures, figuresByMode } from '#areas/visibility/metrics/summary.ts'
import { brandedPromptIds } from '#areas/visibility/prompts.ts'
import { describeRun, getRun, runOutput } from '#areas/visibility/runs.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const getAsvRun = operation({
  name: 'getAsvRun',
  title: 'Show a run',
  summary:
    'Returns a run with its figures; compareTo adds what changed since another run, and whether that is more than chance.',
  scope: 'asv:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [
    {
      title: 'Compared with an earlier run',
      input: { runId: 'run_01jzz0000000000000000000zz', compareTo: 'run_01jzz0000000000000000000zy' },
    },
  ],
  input: z.strictObject({ runId: id('run'), compareTo: id('run').optional().describe('An earlier run') }),
  output: z.object({
    run: runOutput,
    metrics: z.array(brandFigures),
    changes: z.array(changeOutput),
  }),

  async handle({ db, access }, { runId, compareTo }) {
    const run = await getRun(db, runId)
    const earlier = compareTo === undefined ? undefined : await getRun(db, compareTo)
    const brands = await readBrands(db, access.organization)
    const exceptPromptIds = await brandedPromptIds(db, brands)
    const cells = await cellsOfRun(db, run.id, exceptPromptIds)
    const before = earlier && (await cellsOfRun(db, earlier.id, exceptPromptIds))
    const changes = before === undefined ? [] : changesBetween(before, cells, brands)
    return { run: describeRun(run), metrics: figuresByMode(cells, brands), changes }
  },
})
