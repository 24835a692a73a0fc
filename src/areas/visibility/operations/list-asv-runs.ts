import { z } from 'zod'

import { describeRun, listRunRows, runOutput } from '#areas/visibility/runs.ts'
import { jobStates } from '#kernel/job.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listAsvRuns = operation({
  name: 'listAsvRuns',
  title: 'List runs',
  summary: 'Lists runs and imports, newest first, with counts, cost and what failed at which engine.',
  scope: 'asv:read',
  risk: 'read',
  examples: [{ title: 'Runs that lack answers', input: { state: 'partial' } }],
  input: z.strictObject({
    ...listInput,
    analysisId: id('analysis').optional(),
    state: z.enum(jobStates).optional(),
  }),
  output: listOutput(runOutput),

  async handle({ db }, { analysisId, state, page, pageSize }) {
    const { rows, total } = await listRunRows(db, { analysisId, state }, { page, pageSize })
    return pageOf(rows.map(describeRun), total, { page, pageSize })
  },
})
