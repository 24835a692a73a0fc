import { z } from 'zod'

import { lockAnalysis, removeAnalysis } from '#areas/visibility/analyses.ts'
import { activeRun } from '#areas/visibility/runs.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const deleteAsvAnalysis = operation({
  name: 'deleteAsvAnalysis',
  title: 'Delete an analysis',
  summary: 'Deletes an analysis and its schedule. Its runs and answers stay. Not while a run is active.',
  scope: 'asv:write',
  risk: 'destructive',
  errors: ['not_found', 'in_use'],
  examples: [{ title: 'One analysis', input: { id: 'ana_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('analysis') }),
  output: z.object({ id: id('analysis'), deleted: z.boolean() }),

  async handle({ db }, { id: analysisId }) {
    const row = await lockAnalysis(db, analysisId)
    const run = await activeRun(db, row.id)
    if (run !== undefined)
      throw new Refusal('in_use', 'A run of this analysis is active. Wait for it, or cancel its job.', {
        runId: run.id,
        jobId: run.job_id,
      })
    await removeAnalysis(db, row.id)
    return { id: analysisId, deleted: true }
  },
})
