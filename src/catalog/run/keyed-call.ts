import { Refusal } from '#kernel/errors.ts'
import type { TenantTransaction } from '#platform/database/tenant.ts'

import { type Answer, replayedAnswer } from './answer.ts'
import { claimApproval } from './approval.ts'
import { recordInsert, writeRecord } from './audit.ts'
import { type CallKey, type Step, tenantOf } from './call.ts'
import { bind, claimKey, findAnswer, inProgress, isStoredRefusal } from './idempotency.ts'
import type { Kit } from './kit.ts'
import { isRecorded, replayRecord } from './record.ts'
import { commitRefusal, type Done, shows } from './result.ts'
import { Incomplete } from './rules.ts'

/** The key of a call whose answer is kept: that of a rehearsal is not, nor one that shows a secret. */
export function keyOf(step: Step): CallKey | undefined {
  const { op, call, envelope } = step
  if (envelope.idempotencyKey === undefined || envelope.dryRun || shows(step)) return undefined
  const binding = bind(call.access.principal, envelope.idempotencyKey, op.name, envelope.input)
  return { binding, isSettled: false, isReused: false }
}

/** Looks the key up: a finished answer to the same call is sent again, with a record of its own where such calls have one. */
export async function replay(kit: Kit, step: Step): Promise<Answer | undefined> {
  const { key } = step
  if (key === undefined || key.isSettled) return undefined
  key.isSettled = true
  const tenant = tenantOf(step.call.access)
  const stored = await kit.database.organizationStatement(tenant, 'read', (db) => findAnswer(db, key.binding))
  if (stored === undefined) return undefined
  key.isReused = !stored.sameBinding
  if (key.isReused) return undefined
  if (isRecorded(step)) {
    const record = replayRecord(step, kit.now(), stored)
    await kit.database.organizationStatement(tenant, 'write', (db) => writeRecord(db, record))
  }
  return replayedAnswer(stored)
}

/** Looks the key up before a refusal leaves: what was answered once is answered again, so that no retry is refused. */
export async function replayWhereRefused(kit: Kit, step: Step, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const earlier = isRefusal(error) ? await replay(kit, step) : undefined
    if (earlier === undefined) throw error
    return earlier
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Incomplete || (error instanceof Refusal && error.status < 500)
}

/**
 * Reserves the key in this process while `work` runs; 409 where another call here has it. In the one session of the embedded
 * engine no lock could show that, and on a server it spares the second call a transaction.
 */
export async function holdingKey(kit: Kit, { key, call }: Step, work: () => Promise<Answer>): Promise<Answer> {
  if (key === undefined) return work()
  const giveBack = kit.keys.take(call.access.organization.id, key.binding)
  if (giveBack === undefined) throw inProgress()
  try {
    return await work()
  } finally {
    giveBack()
  }
}

/** Claims the key in the transaction of the effect, or returns what a call that finished earlier stored. */
export async function claim(kit: Kit, step: Step, tx: TenantTransaction): Promise<Answer | undefined> {
  const { key, call } = step
  if (key === undefined) return undefined
  key.isSettled = true
  const { requestId, access } = call
  const stored = await claimKey(tx.db, key.binding, { organizationId: access.organization.id, requestId })
  if (stored === undefined) return undefined
  if (isRecorded(step)) tx.lastly(recordInsert(tx.db, replayRecord(step, kit.now(), stored)))
  return replayedAnswer(stored)
}

/**
 * Keeps a refusal that depends on stored data as the answer to the call's key; every other error is thrown again. The effect
 * was rolled back including the claim, so the key is claimed again: the answer to a call that came between is replayed.
 */
export async function storeRefusal(kit: Kit, step: Step, error: unknown): Promise<Done> {
  if (step.key === undefined || !step.executing) throw error
  if (!(error instanceof Refusal) || !isStoredRefusal(error.code)) throw error
  return kit.database.forOrganization(tenantOf(step.call.access), 'write', async (tx) => {
    const earlier = await claim(kit, step, tx)
    if (earlier !== undefined) return { answer: earlier }
    // The call has run: the approval that it ran by is used up.
    await claimApproval(tx.db, step, kit.baseUrl())
    return commitRefusal(kit, step, { tx, refusal: error })
  })
}
