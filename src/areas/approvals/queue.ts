import { z } from 'zod'

import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { id } from '#kernel/schema.ts'
import { reachOf } from '#kernel/scope.ts'

import { type ApprovalRow, stateNow } from './approvals.ts'
import { withinReach } from './may-decide.ts'

/** Where a call stands among those that wait for the same person. */
export const queueOutput = z.object({
  place: z.int().nullable().describe('1 is the oldest; null: it waits for them no more'),
  count: z.int(),
  previous: id('approval').nullable().describe('Before the oldest one comes the newest'),
  next: id('approval').nullable().describe('After the newest one comes the oldest'),
})

/** Finds where a call stands among those that wait for somebody, oldest first. */
export async function queueAround(
  db: Reader,
  { id: own, created_at: at }: Pick<ApprovalRow, 'id' | 'created_at'>,
  { role, scopes }: Pick<Access, 'role' | 'scopes'>,
): Promise<z.input<typeof queueOutput>> {
  const waiting = await db
    .selectFrom('call_approval')
    .select(['id', 'created_at'])
    .where(stateNow, '=', 'pending')
    .where(withinReach(reachOf(role, scopes)))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const others = waiting.filter((one) => one.id !== own)
  const isBefore = (one: { id: string; created_at: Date }) =>
    one.created_at.getTime() === at.getTime() ? one.id < own : one.created_at < at
  const before = others.filter(isBefore)
  return {
    place: others.length === waiting.length ? null : before.length + 1,
    count: waiting.length,
    previous: before.at(-1)?.id ?? others.at(-1)?.id ?? null,
    next: others[before.length]?.id ?? others[0]?.id ?? null,
  }
}
