import { z } from 'zod'

import { countIssueKinds, issueKind } from '#areas/site-audit/issues/issue-kinds.ts'
import { issueOutput, issueStates, listIssues } from '#areas/site-audit/issues/issues.ts'
import { ruleCodes } from '#areas/site-audit/rules/rule-table.ts'
import { operation } from '#kernel/operation.ts'
import { severities } from '#kernel/publishing-warning.ts'
import { id, listInput, listOutput, oneOrMany, pageOf } from '#kernel/schema.ts'

export const listSiteAuditIssues = operation({
  name: 'listSiteAuditIssues',
  title: 'List audit issues',
  summary:
    'Lists faults of the website, by value, with evidence and the call that corrects them. search: address and rule.',
  scope: 'audit:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'Open errors', input: { severity: 'error', state: ['open', 'regressed'] } }],
  input: z.strictObject({
    ...listInput,
    runId: id('auditRun').optional().describe('Those that fired in it; with state fixed, those that it fixed'),
    severity: z.enum(severities).optional(),
    ruleCode: z.string().max(60).optional(),
    state: oneOrMany(issueStates).optional(),
    itemId: id('item').optional(),
    countRules: z.boolean().default(false),
  }),
  output: listOutput(issueOutput).extend({
    rules: z
      .array(issueKind)
      .optional()
      .describe('With countRules: how many issues of each rule are open, whatever is asked for'),
  }),

  async handle({ db }, { page, pageSize, runId, ruleCode, countRules, ...filter }) {
    const rules = countRules ? { rules: await countIssueKinds(db) } : {}
    const known = ruleCodes.find((code) => code === ruleCode)
    if (ruleCode !== undefined && known === undefined) return { ...pageOf([], 0, { page, pageSize }), ...rules }
    const { issues, total } = await listIssues(db, { ...filter, runId, ruleCode: known }, { page, pageSize })
    return { ...pageOf(issues, total, { page, pageSize }), ...rules }
  },
})
