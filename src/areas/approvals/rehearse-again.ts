import type { Rehearsal, WaitingCaller } from '#kernel/approval.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'

import type { ApprovalRow } from './approvals.ts'

/** What a waiting call would do right now, or what it would be refused for. */
export type Fresh = { rehearsal?: Rehearsal; refusal?: Refusal }

/** Rehearses a waiting call again: a change since it was asked for is part of what people decide on (approvals.md#approvals-bind-versions). */
export async function rehearseAgain(ctx: PrepareCtx, row: ApprovalRow): Promise<Fresh> {
  try {
    const { operation, input } = row
    return { rehearsal: await ctx.rehearse({ operation, input, caller: callerOf(row) }) }
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return { refusal: error }
    throw error
  }
}

// Every call that waits was written with its caller.
export function callerOf({ caller }: ApprovalRow): WaitingCaller {
  return caller as WaitingCaller
}
