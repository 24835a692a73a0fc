import { sql } from 'kysely'

import { heldStates } from '#areas/approvals/index.ts'
import type { Writer } from '#kernel/database.ts'

import type { Step } from './call.ts'

/** Ends an approval whose records have changed. */
export async function outdate(db: Writer, approvalId: string): Promise<void> {
  await db
    .updateTable('call_approval')
    .set({ state: 'outdated', updated_at: sql`now()` })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', approvalId)
    .where('state', '=', 'approved')
    .execute()
}

/**
 * Gives an approval back that a call used up before it began (approvals.md#outside-once), unless the same call waits for another
 * one by now.
 */
export async function returnApproval(db: Writer, { approval, call }: Pick<Step, 'approval' | 'call'>): Promise<void> {
  const taken = await db
    .selectFrom('call_approval')
    .select(['id', 'principal', 'operation', 'input_hash'])
    .where('id', '=', approval?.approvalId ?? '')
    .where('state', '=', 'used')
    .where('used_request_id', '=', call.requestId)
    .forUpdate()
    .executeTakeFirst()
  if (taken === undefined) return
  const another = await db
    .selectFrom('call_approval')
    .select('id')
    .where('principal', '=', taken.principal)
    .where('operation', '=', taken.operation)
    .where('input_hash', '=', taken.input_hash)
    .where('state', 'in', heldStates)
    .executeTakeFirst()
  if (another !== undefined) return
  await db
    .updateTable('call_approval')
    .set({ state: 'approved', used_at: null, used_request_id: null, updated_at: sql`now()` })
    .where('id', '=', taken.id)
    .execute()
}
