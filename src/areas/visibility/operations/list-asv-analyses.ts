import { z } from 'zod'

import { analysisOutput, describeAnalysis, listAnalysisRows } from '#areas/visibility/analyses.ts'
import { costOfMonth, monthOutput, perRunOutput, plannedSpending } from '#areas/visibility/planned-spending.ts'
import { describeRun, lastRuns, runOutput } from '#areas/visibility/runs.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listAsvAnalyses = operation({
  name: 'listAsvAnalyses',
  title: 'List analyses',
  summary:
    'Lists what is asked together, each with its last run and what a run and a month cost as planned. search: the name.',
  scope: 'asv:read',
  risk: 'read',
  examples: [{ title: 'All analyses', input: {} }],
  input: z.strictObject(listInput),
  output: listOutput(analysisOutput.extend({ lastRun: runOutput.nullable(), perRun: perRunOutput })).extend({
    month: monthOutput.describe('All schedules together'),
  }),

  async handle(ctx, { search, page, pageSize }) {
    const { db } = ctx
    const { rows, total } = await listAnalysisRows(db, search, { page, pageSize })
    const runs = await lastRuns(db, rows)
    const planned = await plannedSpending(ctx)
    const items = rows.map((row) => {
      const run = runs.get(row.id)
      return {
        ...describeAnalysis(row),
        lastRun: run === undefined ? null : describeRun(run),
        perRun: planned.get(row.id)?.perRun ?? { calls: 0, expected: 0, complete: true },
      }
    })
    return { ...pageOf(items, total, { page, pageSize }), month: costOfMonth([...planned.values()]) }
  },
})
