import { sql } from 'kysely'

import type { Access } from '#kernel/access.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'
import { isAtLeast, type Reach, reachOf } from '#kernel/scope.ts'

import type { ApprovalRow } from './approvals.ts'
import { callerOf, type Fresh } from './rehearse-again.ts'

/**
 * What was found when somebody looked at a waiting call: what it would do, why they could not make it in person, and what the
 * catalog calls it (`doing`).
 */
export type Looked = Fresh & { objection?: Refusal | undefined; doing?: string | undefined }

/**
 * Finds out whether the person who looks at a waiting call could make it in person (approvals.md#approvers-could-do-it).
 * `isAsAsked`: no record has changed since it was asked for.
 */
export async function lookFor(
  ctx: PrepareCtx,
  row: ApprovalRow,
  { fresh, isAsAsked = false }: { fresh: Fresh; isAsAsked?: boolean },
): Promise<Looked> {
  const looked = { ...fresh, doing: ctx.titleOfCall(row) }
  if (!holdsEnough(row, ctx.access)) return looked
  const { operation, input, effect, bound } = row
  const asAgent = fresh.refusal === undefined ? (fresh.rehearsal ?? { effect, bound }) : undefined
  const call = { operation, input, caller: callerOf(row) }
  return { ...looked, objection: await ctx.objectionInPerson(call, { asAgent, isAsAsked }) }
}

/** Why somebody may not decide a call, or undefined if they may: 403 `role_forbidden` with what such a call takes. */
export function objectionTo(row: ApprovalRow, access: Access, { objection }: Looked = {}): Refusal | undefined {
  if (objection === undefined && holdsEnough(row, access)) return undefined
  const why = objection === undefined ? '' : ` ${objection.message}`
  return new Refusal('role_forbidden', `Only somebody who may do this in person can decide it for an agent.${why}`, {
    role: access.role,
    requiredRole: row.role,
    requiredScopes: row.scopes,
    ...(objection === undefined ? {} : { inPerson: { code: objection.code } }),
  })
}

/** Whether somebody has the scopes and the role that every such call needs, as of now: `withinReach` for a row that was read. */
function holdsEnough({ scopes, role }: ApprovalRow, access: Access): boolean {
  const reach = reachOf(access.role, access.scopes)
  const names = { scopes: new Set<string>(reach.scopes), roles: new Set<string>(reach.roles) }
  return scopes.every((scope) => names.scopes.has(scope)) && names.roles.has(role)
}

/**
 * Whether somebody sees a row of `call_approval`: administrators see all, others what they decide on, and what they or their own agents
 * asked for or they decided.
 */
export function isVisibleTo({ actor: { userId }, role, scopes }: Pick<Access, 'actor' | 'role' | 'scopes'>) {
  if (isAtLeast(role, 'admin')) return sql<boolean>`true`
  return sql<boolean>`(${withinReach(reachOf(role, scopes))}
    or call_approval.user_id = ${userId} or call_approval.decided_by = ${userId})`
}

/** Whether the scopes and the role that a row of `call_approval` needs are within somebody's reach. */
export function withinReach({ scopes, roles }: Reach) {
  return sql<boolean>`(call_approval.scopes <@ ${[...scopes]}::text[] and call_approval.role = any(${[...roles]}::text[]))`
}
