import { z } from 'zod'

import { analysisOutput, describeAnalysis, listAnalysisRows } from '#areas/visibility/analyses.ts'
import { describeRun, lastRuns, runOutput } from '#areas/visibility/runs.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listAsvAnalyses = operation({
  name: 'listAsvAnalyses',
  title: 'List analyses',
  summary:
    'Lists what is asked together, how often and at most for how much, each with its last run. search: the name.',
  scope: 'asv:read',
  risk: 'read',
  examples: [{ title: 'All analyses', input: {} }],
  input: z.strictObject(listInput),
  output: listOutput(analysisOutput.extend({ lastRun: runOutput.nullable() })),

  async handle({ db }, { search, page, pageSize }) {
    const { rows, total } = await listAnalysisRows(db, search, { page, pageSize })
    const runs = await lastRuns(db, rows)
    const items = rows.map((row) => {
      const run = runs.get(row.id)
      return { ...describeAnalysis(row), lastRun: run === undefined ? null : describeRun(run) }
    })
    return pageOf(items, total, { page, pageSize })
  },
})
