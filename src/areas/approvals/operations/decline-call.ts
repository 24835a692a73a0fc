import { z } from 'zod'

import { approvalOutput, describeApproval } from '#areas/approvals/approval-output.ts'
import { findOpen } from '#areas/approvals/approvals.ts'
import { decidable, decideApproval } from '#areas/approvals/decide-approval.ts'
import { type Looked, lookFor } from '#areas/approvals/may-decide.ts'
import { rehearseAgain } from '#areas/approvals/rehearse-again.ts'
import { operation } from '#kernel/operation.ts'
import { id, text } from '#kernel/schema.ts'

export const declineCall = operation({
  name: 'declineCall',
  title: 'Decline a call of an agent',
  summary:
    'Refuses a waiting call, or one that was approved and has not run: the agent gets your reason. You must be allowed to do it in person.',
  excluded: 'auth_internals',
  instead: 'open Approvals in the web application',
  role: 'viewer',
  risk: 'write',
  errors: ['not_found', 'invalid_transition', 'role_forbidden'],
  input: z.strictObject({
    approvalId: id('approval'),
    reason: text(500).optional().describe('Shown to the agent'),
  }),
  output: z.object({ approval: approvalOutput }),

  async prepare(ctx, { approvalId }) {
    const row = await ctx.read((db) => findOpen(db, approvalId, decidable.declined))
    return row === undefined ? undefined : lookFor(ctx, row, { fresh: await rehearseAgain(ctx, row) })
  },

  async handle({ db, access }, { approvalId, reason }, found: Looked | undefined) {
    const { objection, rehearsal, doing } = found ?? {}
    const looked = { objection, ...(rehearsal === undefined ? {} : { rehearsal }) }
    const decision = { approvalId, state: 'declined', reason: reason?.trim() || null, found: looked } as const
    return { approval: describeApproval(await decideApproval(db, access, decision), access, { doing }) }
  },
})
