import type { Access } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import { type ApprovalRow, type ApprovalState, decide, lockApproval } from './approvals.ts'
import { seenAs } from './bound-records.ts'
import { type Looked, objectionTo } from './may-decide.ts'

/** In which state of a call each decision is possible: an approval can be taken back until the call runs. */
export const decidable = {
  approved: ['pending'],
  declined: ['pending', 'approved'],
} as const satisfies Record<string, readonly ApprovalState[]>

/**
 * A person's decision on a waiting call. Errors: 404 `not_found`, 409 `invalid_transition` when it was decided or has expired,
 * 403 `role_forbidden` for somebody who could not make the call in person. An approval binds what was rehearsed right now:
 * 409 `version_conflict` when the person saw something else, which without `seen` is what the call asked for at first;
 * `invalid_transition` when the call would be refused.
 */
export async function decideApproval(
  db: Writer,
  access: Access,
  decision: {
    approvalId: string
    state: 'approved' | 'declined'
    reason?: string | null
    found: Looked | undefined
    seen?: string | undefined
  },
): Promise<ApprovalRow> {
  const { approvalId, state, reason = null, found, seen } = decision
  const row = await lockApproval(db, approvalId)
  if (row === undefined) throw new Refusal('not_found', 'There is no such waiting call.')
  const states: readonly ApprovalState[] = decidable[state]
  if (!states.includes(row.state))
    throw new Refusal('invalid_transition', `This call no longer waits: it is ${row.state}.`, {
      state: row.state,
      allowed: [],
    })
  const objection = objectionTo(row, access, found)
  if (objection !== undefined) throw objection
  if (state === 'approved') requireSeen(found, seen ?? seenAs(row))
  await decide(db, row.id, { state, by: access.actor.userId, as: access.role, reason, rehearsal: found?.rehearsal })
  const decided = await lockApproval(db, row.id)
  if (decided === undefined) throw new Error('The decided call is not there')
  return decided
}

function requireSeen(found: Looked | undefined, seen: string): void {
  if (found?.refusal !== undefined)
    throw new Refusal('invalid_transition', `The call would be refused right now: ${found.refusal.message}`, {
      state: 'pending',
      allowed: ['declineCall'],
      wouldFailWith: found.refusal.code,
    })
  const present = seenAs(found?.rehearsal ?? { bound: [], effect: {} })
  if (seen !== present)
    throw new Refusal('version_conflict', 'What the call would do has changed meanwhile. Look at it again.', {
      seen,
      present,
    })
}
