import { z } from 'zod'

import { ruleCodes } from '#areas/site-audit/rules/rule-table.ts'
import { compareRuns, totalsByRule } from '#areas/site-audit/runs/compare-runs.ts'
import { describeRun, getRun, lastFullRun, runOutput } from '#areas/site-audit/runs/runs.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { severities } from '#kernel/publishing-warning.ts'
import { id } from '#kernel/schema.ts'

export const getSiteAuditRun = operation({
  name: 'getSiteAuditRun',
  title: 'Get an audit run',
  summary:
    'Returns an audit: its progress while it runs, then what it found by rule, and what differs from an earlier one.',
  scope: 'audit:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'A run', input: { runId: 'run_01jzz0000000000000000000zz' } }],
  input: z.strictObject({
    runId: id('auditRun'),
    compareTo: id('auditRun').optional().describe('An older run; else the last full run before it'),
  }),
  output: z.object({
    run: runOutput,
    totalsByRule: z.array(z.object({ ruleCode: z.enum(ruleCodes), severity: z.enum(severities), count: z.int() })),
    new: z.int(),
    fixed: z.int(),
    regressed: z.int(),
    still: z.int(),
    progress: z.object({ found: z.int(), fetched: z.int(), failed: z.int() }),
  }),

  async handle({ db }, { runId, compareTo }) {
    const row = await getRun(db, runId)
    const base = compareTo === undefined ? (await lastFullRun(db, runId))?.id : (await getRun(db, compareTo)).id
    if (base !== undefined && base > row.id) throw newerThanRun()
    return {
      run: describeRun(row),
      totalsByRule: row.state === 'succeeded' ? await totalsByRule(db, runId) : [],
      ...(row.state === 'succeeded' ? await compareRuns(db, runId, base) : nothing),
      // Pages that are only looked at because another names them are asked for, too.
      progress: { found: Math.max(row.found, row.requested), fetched: row.requested, failed: row.failed },
    }
  },
})

function newerThanRun(): Refusal {
  const message = 'compareTo is newer than runId: give the newer run as runId, and the older one as compareTo.'
  return new Refusal('validation_failed', message, [{ path: '/input/compareTo', message, code: 'invalid_value' }])
}

const nothing = { new: 0, fixed: 0, regressed: 0, still: 0 }
