import { z } from 'zod'

import { approvalOutput, describeApproval } from '#areas/approvals/approval-output.ts'
import { decideApproval } from '#areas/approvals/decide-approval.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const approveCall = operation({
  name: 'approveCall',
  title: 'Approve a call of an agent',
  summary: 'Lets a waiting call run once, when the agent repeats it. You must be allowed to do it in person.',
  excluded: 'auth_internals',
  instead: 'open Approvals in the web application',
  role: 'viewer',
  risk: 'write',
  errors: ['not_found', 'invalid_transition', 'role_forbidden'],
  input: z.strictObject({
    approvalId: id('approval'),
  }),
  output: z.object({ approval: approvalOutput }),

  async handle({ db, access }, { approvalId }) {
    const decision = { approvalId, state: 'approved' } as const
    return { approval: describeApproval(await decideApproval(db, access, decision), access) }
  },
})
