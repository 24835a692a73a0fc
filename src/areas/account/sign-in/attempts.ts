import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { emailKey } from '#areas/account/people/email-address.ts'
import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

/** Runs queries of identity code in a short transaction of their own. */
export type AsIdentity = <T>(work: (db: AuthDb) => Promise<T>) => Promise<T>

/** What is counted: attempts for an account from a network, or codes for an account from anywhere. */
export type Attempt = { id: string; quota: number }

const windowMs = 15 * 60_000

/** An attempt to enter a person's password, from one network. */
export function attemptOf(email: string, addressPrefix: string): Attempt {
  const id = createHash('sha256')
    .update(`${emailKey(email)} ${addressPrefix}`)
    .digest('hex')
  return { id: `password:${id}`, quota: 10 }
}

/** An attempt to enter a code, from anywhere (account.md#attempts-are-counted). */
export function codeAttemptOf(userId: string): Attempt {
  return { id: `code:${userId}`, quota: 30 }
}

/**
 * Counts an attempt before it is checked, so that parallel ones are counted too. Refused with `rate_limited` when the
 * window is full or the pause after the last one is not over; from then on each failure doubles the pause, up to the
 * length of the window. An account is never locked. Without a `moment` the database's clock counts.
 */
export async function countAttempt(asIdentity: AsIdentity, { id, quota }: Attempt, moment?: Date): Promise<void> {
  const { rows } = await asIdentity((db) =>
    sql<{ allowed: boolean; waitMs: number }>`select allowed, wait_ms as "waitMs"
      from auth.try_to_sign_in(${id}, ${quota}::integer, ${windowMs}::integer, ${moment ?? null}::timestamptz)`.execute(
      db,
    ),
  )
  const [answer] = rows
  if (answer === undefined) throw new Error('The attempt was not counted')
  if (answer.allowed) return
  const retryAfter = Math.max(1, Math.ceil(answer.waitMs / 1000))
  const minutes = Math.ceil(retryAfter / 60)
  throw new Refusal(
    'rate_limited',
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter },
    { retryAfter },
  )
}

/** A right answer ends the count of wrong ones. */
export async function forgetAttempts(db: AuthDb, ...attempts: Attempt[]): Promise<void> {
  const ids = attempts.map(({ id }) => id)
  await db.deleteFrom('auth.sign_in_attempts').where('id', 'in', ids).execute()
}
