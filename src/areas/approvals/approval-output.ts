import { z } from 'zod'

import type { Access } from '#kernel/access.ts'
import { risks } from '#kernel/risk.ts'
import { answered, id, iso, jsonObject, timestamp } from '#kernel/schema.ts'
import { isAtLeast, type Role, roles, scopes } from '#kernel/scope.ts'

import { approvalStates, type ApprovalRow } from './approvals.ts'

/** A call that waits for a person. `untrusted` contains what the agent sent and what a rehearsal said about it. */
export const approvalOutput = z.object({
  id: id('approval'),
  state: z.enum(approvalStates),
  operation: z.string(),
  risk: z.enum(risks),
  scopes: z.array(z.enum(scopes)),
  role: z.enum(roles),
  actorUserId: id('user'),
  clientName: z.string().nullable(),
  requestId: id('request'),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  mayDecide: z.boolean(),
  decidedBy: id('user').nullable(),
  decidedAt: timestamp().nullable(),
  reason: z.string().nullable(),
  usedRequestId: id('request').nullable(),
  version: z.int(),
  untrusted: z.object({ source: z.string(), fetchedAt: timestamp(), input: jsonObject(), effect: jsonObject() }),
})

/** Whether this person currently holds what the waiting call needs. */
export function mayDecide(row: ApprovalRow, access: Access): boolean {
  return (
    row.scopes.every((scope) => access.scopes.some((held) => held === scope)) &&
    isAtLeast(access.role, row.role as Role)
  )
}

/** A row as every answer shows it. */
export function describeApproval(row: ApprovalRow, access: Access): z.input<typeof approvalOutput> {
  return answered(approvalOutput, {
    id: row.id,
    state: row.state,
    operation: row.operation,
    risk: row.risk,
    scopes: row.scopes,
    role: row.role,
    actorUserId: row.user_id,
    clientName: row.client_name,
    requestId: row.request_id,
    createdAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
    mayDecide: row.state === 'pending' && mayDecide(row, access),
    decidedBy: row.decided_by,
    decidedAt: iso(row.decided_at),
    reason: row.reason,
    usedRequestId: row.used_request_id,
    version: row.version,
    untrusted: {
      source: row.client_name ?? row.user_id,
      fetchedAt: iso(row.created_at),
      input: row.input,
      effect: row.effect,
    },
  })
}
