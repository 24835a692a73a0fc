import { z } from 'zod'

import { approvalOutput, describeApproval } from '#areas/approvals/approval-output.ts'
import { type ApprovalRow, approvalStates, findApprovals } from '#areas/approvals/approvals.ts'
import { changesOf } from '#areas/approvals/bound-records.ts'
import { isVisibleTo, type Looked, lookFor } from '#areas/approvals/may-decide.ts'
import { queueAround, queueOutput } from '#areas/approvals/queue.ts'
import { rehearseAgain } from '#areas/approvals/rehearse-again.ts'
import { operation } from '#kernel/operation.ts'
import { approvalRisks } from '#kernel/risk.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'

type Found = { rows: ApprovalRow[]; total: number; found: ReadonlyMap<string, Looked> }

export const listApprovals = operation({
  name: 'listApprovals',
  title: 'List calls that wait for a person',
  summary: 'Calls of agents that wait for approval, oldest first, or all, newest first, and the risks that require it.',
  excluded: 'auth_internals',
  instead: 'open Approvals in the web application',
  role: 'viewer',
  risk: 'read',
  examples: [{ title: 'What waits now', input: { state: 'pending' } }],
  input: z.strictObject({
    ...listInput,
    approvalId: id('approval').optional().describe('Only this one'),
    state: z.enum(approvalStates).optional().describe('Its state'),
  }),
  output: listOutput(approvalOutput).extend({
    policy: z.array(z.enum(approvalRisks)),
    queue: queueOutput.optional().describe('With approvalId: where it stands among those that wait for you'),
  }),

  // Of calls that wait people see what they would do right now: looked at again where a record has changed, and always on the
  // page of one call, whose effect may also reach records that did not exist. Each is looked at for the person who asks.
  async prepare(ctx, { page, pageSize, search = '', state, approvalId }) {
    const { rows, total } = await ctx.read((db) =>
      findApprovals(
        db,
        { state, id: approvalId, term: search.trim(), visible: isVisibleTo(ctx.access) },
        { page, pageSize },
      ),
    )
    const found = new Map<string, Looked>(rows.map((row) => [row.id, { doing: ctx.titleOfCall(row) }]))
    // What was approved is shown as it was approved.
    for (const row of rows.filter((each) => approvalId !== undefined && each.state === 'approved'))
      found.set(row.id, await lookFor(ctx, row, { fresh: {}, isAsAsked: true }))
    for (const row of rows.filter((each) => each.state === 'pending')) {
      const isSame = approvalId === undefined && (await ctx.read((db) => changesOf(db, row.bound))).length === 0
      found.set(
        row.id,
        await lookFor(ctx, row, { fresh: isSame ? {} : await rehearseAgain(ctx, row), isAsAsked: isSame }),
      )
    }
    return { rows, total, found }
  },

  async handle({ db, access }, { page, pageSize, approvalId }, { rows, total, found }: Found) {
    const [one] = approvalId === undefined ? [] : rows
    const queue = one && (await queueAround(db, one, access))
    const items = rows.map((row) => describeApproval(row, access, found.get(row.id)))
    const policy = [...access.organization.approvalRisks]
    return { ...pageOf(items, total, { page, pageSize }), policy, ...(queue && { queue }) }
  },
})
