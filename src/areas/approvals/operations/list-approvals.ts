import { z } from 'zod'

import { approvalOutput, describeApproval } from '#areas/approvals/approval-output.ts'
import { approvalStates, findApprovals } from '#areas/approvals/approvals.ts'
import { operation } from '#kernel/operation.ts'
import { approvalRisks } from '#kernel/risk.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listApprovals = operation({
  name: 'listApprovals',
  title: 'List calls that wait for a person',
  summary: 'Calls of agents that wait for approval or were decided, newest first, and the risks that require it.',
  excluded: 'auth_internals',
  instead: 'open Approvals in the web application',
  role: 'viewer',
  risk: 'read',
  examples: [{ title: 'What waits now', input: { state: 'pending' } }],
  input: z.strictObject({
    ...listInput,
    approvalId: id('approval').optional().describe('Only this one'),
    state: z.enum(approvalStates).optional().describe('How far it is'),
  }),
  output: listOutput(approvalOutput).extend({ policy: z.array(z.enum(approvalRisks)) }),

  async handle({ db, access }, { page, pageSize, search = '', state, approvalId }) {
    const { rows, total } = await findApprovals(db, { state, id: approvalId, term: search.trim() }, { page, pageSize })
    const items = rows.map((row) => describeApproval(row, access))
    return { ...pageOf(items, total, { page, pageSize }), policy: [...access.organization.approvalRisks] }
  },
})
