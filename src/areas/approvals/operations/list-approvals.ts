import { z } from 'zod'

import { approvalOutput, describeApproval } from '#areas/approvals/approval-output.ts'
import { type ApprovalRow, approvalStates, findApprovals } from '#areas/approvals/approvals.ts'
import { changesOf } from '#areas/approvals/bound-records.ts'
import { type Fresh, rehearseAgain } from '#areas/approvals/rehearse-again.ts'
import { operation } from '#kernel/operation.ts'
import { approvalRisks } from '#kernel/risk.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'

type Found = { rows: ApprovalRow[]; total: number; fresh: ReadonlyMap<string, Fresh> }

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

  // Of calls that wait people see what they would do right now: looked at again where a record has changed, and always on the
  // page of one call, whose effect may also reach records that did not exist.
  async prepare(ctx, { page, pageSize, search = '', state, approvalId }) {
    const { rows, total } = await ctx.read((db) =>
      findApprovals(db, { state, id: approvalId, term: search.trim() }, { page, pageSize }),
    )
    const fresh = new Map<string, Fresh>()
    for (const row of rows.filter((each) => each.state === 'pending')) {
      const isSame = approvalId === undefined && (await ctx.read((db) => changesOf(db, row.bound))).length === 0
      if (!isSame) fresh.set(row.id, await rehearseAgain(ctx, row))
    }
    return { rows, total, fresh }
  },

  async handle({ access }, { page, pageSize }, { rows, total, fresh }: Found) {
    const items = rows.map((row) => describeApproval(row, access, fresh.get(row.id)))
    return { ...pageOf(items, total, { page, pageSize }), policy: [...access.organization.approvalRisks] }
  },
})
