import { z } from 'zod'

import { changeIssues, issueOutput } from '#areas/site-audit/issues/issues.ts'
import { operation } from '#kernel/operation.ts'
import { id, text } from '#kernel/schema.ts'

export const updateSiteAuditIssue = operation({
  name: 'updateSiteAuditIssue',
  title: 'Set audit issues aside',
  summary: 'Sets issues aside with a note, or takes them up again. Only a run says what is fixed.',
  scope: 'audit:run',
  risk: 'write',
  errors: ['not_found', 'invalid_transition'],
  examples: [
    {
      title: 'Intended',
      input: { issueIds: ['iss_01jzz0000000000000000000zz'], state: 'ignored', note: 'The old page stays as it is.' },
    },
  ],
  input: z.strictObject({
    issueIds: z.array(id('auditIssue')).min(1).max(200),
    state: z.enum(['ignored', 'open']),
    note: text(500).optional(),
  }),
  output: z.object({ issues: z.array(issueOutput) }),

  handle: async ({ db }, { issueIds, state, note }) => ({
    issues: await changeIssues(db, [...new Set(issueIds)], { state, note }),
  }),
})
