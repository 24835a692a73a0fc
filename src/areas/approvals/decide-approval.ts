import type { Access } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import { mayDecide } from './approval-output.ts'
import { type ApprovalRow, decide, lockApproval } from './approvals.ts'

/**
 * A person's decision on a waiting call. Errors: 404 `not_found`, 409 `invalid_transition` when it was decided or has expired,
 * 403 `role_forbidden` for somebody who could not make the call in person.
 */
export async function decideApproval(
  db: Writer,
  access: Access,
  decision: { approvalId: string; state: 'approved' | 'declined'; reason?: string | null },
): Promise<ApprovalRow> {
  const { approvalId, state, reason = null } = decision
  const row = await lockApproval(db, approvalId)
  if (row === undefined) throw new Refusal('not_found', 'There is no such waiting call.')
  if (row.state !== 'pending')
    throw new Refusal('invalid_transition', `This call no longer waits: it is ${row.state}.`, {
      state: row.state,
      allowed: [],
    })
  if (!mayDecide(row, access))
    throw new Refusal('role_forbidden', 'Only somebody who may do this in person can decide it for an agent.', {
      role: access.role,
      requiredRole: row.role,
      requiredScopes: row.scopes,
    })
  await decide(db, row.id, { state, by: access.actor.userId, reason })
  const decided = await lockApproval(db, row.id)
  if (decided === undefined) throw new Error('The decided call is not there')
  return decided
}
