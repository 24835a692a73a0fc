import { sql } from 'kysely'

import type { AuthDb, Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId, type OrganizationId, storedId } from '#kernel/ids.ts'

/** What credits are spent on. */
export const creditUses = ['generation', 'asv_run', 'audit_run', 'image'] as const
export type CreditUse = (typeof creditUses)[number]

/** Why a balance moved. */
export const creditReasons = [...creditUses, 'grant', 'refund'] as const
export type CreditReason = (typeof creditReasons)[number]

/** A job reserves when it begins and is closed once, by settling or by a refund (account.md#credits-are-reserved). */
type Phase = 'grant' | 'reserve' | 'close'
type Entry = { jobId: string | null; phase: Phase; reason: CreditReason; delta: number }

/**
 * Takes the most that a job may cost out of the balance, in the transaction that starts the job. A job that already has its
 * reservation, because it is started again, pays nothing more. Two reservations at once never spend the same credit: the row of
 * the organization is locked until the transaction ends. Errors: `insufficient_credits`; the transaction must then be
 * rolled back.
 */
export async function reserveCredits(
  db: Writer,
  job: { jobId: string; use: CreditUse; amount: number },
): Promise<void> {
  const { jobId, use, amount } = job
  requireWhole(amount)
  if (amount === 0) return
  const isTaken = await moveCredits(db, -amount)
  if (isTaken && (await addEntry(db, { jobId, phase: 'reserve', reason: use, delta: -amount }))) return
  if (isTaken) await moveCredits(db, amount)
  else if ((await reservationOf(db, jobId)) === undefined) throw insufficient(amount, await creditBalance(db))
}

/**
 * Closes a job that has ended: what it did not use is returned. It never costs more than was reserved. A job that is already
 * closed, or reserved nothing, stays as it is.
 *
 * @returns the credits that were returned
 */
export async function settleCredits(db: Writer, { jobId, used }: { jobId: string; used: number }): Promise<number> {
  requireWhole(used)
  const reserved = await reservationOf(db, jobId)
  return reserved === undefined ? 0 : close(db, jobId, reserved.reason, Math.max(0, reserved.amount - used))
}

/**
 * Closes a job that failed or was canceled: everything is returned. A job that is already closed, or reserved nothing, stays
 * as it is.
 *
 * @returns the credits that were returned
 */
export async function refundCredits(db: Writer, jobId: string): Promise<number> {
  const reserved = await reservationOf(db, jobId)
  return reserved === undefined ? 0 : close(db, jobId, 'refund', reserved.amount)
}

/** Credits that are left; null is unlimited. */
export async function creditBalance(db: Reader): Promise<number | null> {
  const row = await db.selectFrom('auth.organizations').select('credit_balance').executeTakeFirstOrThrow()
  return row.credit_balance
}

/**
 * The superadmin procedure `grantCredits`: adds credits, or makes them unlimited; an unlimited balance becomes the amount. Effective
 * with the next reservation.
 *
 * @returns the new balance, null: unlimited
 */
export async function grantCredits(db: Writer, amount: number | 'unlimited'): Promise<number | null> {
  const given = amount === 'unlimited' ? null : amount
  const { rows } = await sql<{ balance: number | null }>`select auth.grant_credits(${given}) as balance`.execute(db)
  if (given !== null) await addEntry(db, { jobId: null, phase: 'grant', reason: 'grant', delta: given })
  return rows[0]?.balance ?? null
}

/** The organization with this slug. Errors: `not_found`. */
export async function organizationBySlug(db: AuthDb, slug: string): Promise<OrganizationId> {
  const row = await db.selectFrom('auth.organizations').select('id').where('slug', '=', slug).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found', `There is no organization with the slug ${slug}.`)
  return storedId('organization', row.id)
}

async function close(db: Writer, jobId: string, reason: CreditReason, back: number): Promise<number> {
  const isFirst = await addEntry(db, { jobId, phase: 'close', reason, delta: back })
  if (!isFirst) return 0
  if (back > 0) await moveCredits(db, back)
  return back
}

async function reservationOf(db: Reader, jobId: string): Promise<{ amount: number; reason: CreditReason } | undefined> {
  const row = await db
    .selectFrom('credit_transaction')
    .select(['delta', 'reason'])
    .where('job_id', '=', jobId)
    .where('phase', '=', 'reserve')
    .executeTakeFirst()
  return row && { amount: -row.delta, reason: row.reason }
}

// False: the job already has an entry of this phase. The unique index decides, even between two nodes.
async function addEntry(db: Writer, { jobId, phase, reason, delta }: Entry): Promise<boolean> {
  const row = await db
    .insertInto('credit_transaction')
    .values({ id: newId('creditTransaction'), job_id: jobId, phase, reason, delta })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function moveCredits(db: Writer, amount: number): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean | null }>`select auth.move_credits(${amount}) as moved`.execute(db)
  return rows[0]?.moved === true
}

function requireWhole(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is not an amount of credits`)
}

function insufficient(needed: number, balance: number | null): Refusal {
  return new Refusal(
    'insufficient_credits',
    `This needs ${needed} credits; the organization has ${balance ?? 0}. An operator of the installation can grant more.`,
    { needed, balance },
  )
}
