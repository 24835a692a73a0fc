import { z } from 'zod'

import { approvalOutput, describeApproval } from '#areas/approvals/approval-output.ts'
import { findOpen } from '#areas/approvals/approvals.ts'
import { decideApproval } from '#areas/approvals/decide-approval.ts'
import { type Looked, lookFor } from '#areas/approvals/may-decide.ts'
import { rehearseAgain } from '#areas/approvals/rehearse-again.ts'
import { operation } from '#kernel/operation.ts'
import { id, text } from '#kernel/schema.ts'

export const approveCall = operation({
  name: 'approveCall',
  title: 'Approve a call of an agent',
  summary: 'Lets a waiting call run once, when the agent repeats it. You must be allowed to do it in person.',
  excluded: 'auth_internals',
  instead: 'open Approvals in the web application',
  role: 'viewer',
  risk: 'write',
  errors: ['not_found', 'invalid_transition', 'role_forbidden', 'version_conflict'],
  input: z.strictObject({
    approvalId: id('approval'),
    seen: text(64)
      .optional()
      .describe(
        'From listApprovals: refused if what was shown has changed. Default: what the call was to do when it asked',
      ),
  }),
  output: z.object({ approval: approvalOutput }),

  // What is bound is what the call would do right now, not what it would have done when it was asked for.
  async prepare(ctx, { approvalId }) {
    const row = await ctx.read((db) => findOpen(db, approvalId))
    return row === undefined ? undefined : lookFor(ctx, row, { fresh: await rehearseAgain(ctx, row) })
  },

  async handle({ db, access }, { approvalId, seen }, found: Looked | undefined) {
    const decision = { approvalId, state: 'approved', seen, found } as const
    return { approval: describeApproval(await decideApproval(db, access, decision), access, { doing: found?.doing }) }
  },
})
