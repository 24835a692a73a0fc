import type { Access } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import { mayDecide } from './approval-output.ts'
import { type ApprovalRow, decide, lockApproval } from './approvals.ts'
import { seenAs } from './bound-records.ts'
import type { Fresh } from './rehearse-again.ts'

/**
 * A person's decision on a waiting call. Errors: 404 `not_found`, 409 `invalid_transition` when it was decided or has expired,
 * 403 `role_forbidden` for somebody who could not make the call in person. An approval binds what was rehearsed at this moment:
 * 409 `version_conflict` when the person saw something else, `invalid_transition` when the call would be refused.
 */
export async function decideApproval(
  db: Writer,
  access: Access,
  decision: {
    approvalId: string
    state: 'approved' | 'declined'
    reason?: string | null
    fresh?: Fresh | undefined
    seen?: string | undefined
  },
): Promise<ApprovalRow> {
  const { approvalId, state, reason = null, fresh, seen } = decision
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
  if (state === 'approved') requireSeen(fresh, seen)
  await decide(db, row.id, { state, by: access.actor.userId, reason, rehearsal: fresh?.rehearsal })
  const decided = await lockApproval(db, row.id)
  if (decided === undefined) throw new Error('The decided call is not there')
  return decided
}

function requireSeen(fresh: Fresh | undefined, seen: string | undefined): void {
  if (fresh?.refusal !== undefined)
    throw new Refusal('invalid_transition', `The call would be refused right now: ${fresh.refusal.message}`, {
      state: 'pending',
      allowed: ['declineCall'],
      wouldFailWith: fresh.refusal.code,
    })
  const present = seenAs(fresh?.rehearsal ?? { bound: [], effect: {} })
  if (seen !== undefined && seen !== present)
    throw new Refusal('version_conflict', 'What the call would do has changed meanwhile. Look at it again.', {
      seen,
      present,
    })
}
