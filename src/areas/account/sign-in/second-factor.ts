import type { AuthDb } from '#kernel/database.ts'
import type { Sealing } from '#kernel/sealing.ts'

import { useRecoveryCode } from './recovery-codes.ts'
import { openTotpSecret } from './totp-secrets.ts'
import { stepOfCode } from './totp.ts'

/** What a session says about the second factor. */
export type SecondFactorOfSession = { hasSecondFactor: boolean; secondFactorAt: Date | null }

/**
 * Whether a session may give consent and create keys (account.md#second-factor-before-access): its account has no second factor,
 * or the session has passed it.
 */
export function hasCompletedSecondFactor({ hasSecondFactor, secondFactorAt }: SecondFactorOfSession): boolean {
  return !hasSecondFactor || secondFactorAt !== null
}

/** The second factor of a person, confirmed or not yet; undefined without one. */
export async function findTotp(db: AuthDb, userId: string) {
  return db
    .selectFrom('auth.totp')
    .select(['secret_enc', 'last_step', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Begins an enrolment, replacing one that was not confirmed. False: the person already has a second factor. */
export async function beginEnrolment(
  db: AuthDb,
  { userId, sealed, now }: { userId: string; sealed: string; now: Date },
): Promise<boolean> {
  const begun = await db
    .insertInto('auth.totp')
    .values({ user_id: userId, secret_enc: sealed, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_enc: sealed, created_at: now })
        .where('auth.totp.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return begun !== undefined
}

/** Makes the enrolment the second factor of the person from now on. False: none is waiting. */
export async function finishEnrolment(db: AuthDb, userId: string, now: Date): Promise<boolean> {
  const finished = await db
    .updateTable('auth.totp')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return finished !== undefined
}

/** Removes the second factor and its recovery codes. */
export async function removeSecondFactor(db: AuthDb, userId: string): Promise<void> {
  await db.deleteFrom('auth.totp').where('user_id', '=', userId).execute()
  await db.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute()
}

export type GivenCode = { userId: string; code: string; now: Date }

/** What a code was, or undefined: it is wrong, or it was used. */
export type AcceptedCode = { kind: 'totp' } | { kind: 'recovery'; left: number }

/** Takes a code from the authenticator app, or a recovery code. Either works once, across all nodes. */
export async function takeCode(db: AuthDb, sealing: Sealing, given: GivenCode): Promise<AcceptedCode | undefined> {
  if (await takeTotpCode(db, sealing, given)) return { kind: 'totp' }
  const left = await useRecoveryCode(db, given)
  return left === undefined ? undefined : { kind: 'recovery', left }
}

/** Takes a code from the authenticator app: no code of this step or an earlier one is accepted again (RFC 6238 5.2). */
export async function takeTotpCode(db: AuthDb, sealing: Sealing, { userId, code, now }: GivenCode): Promise<boolean> {
  const totp = await findTotp(db, userId)
  if (totp === undefined) return false
  const secret = openTotpSecret(sealing, userId, totp.secret_enc)
  const step = stepOfCode(secret, code.replaceAll(/\s/g, ''), now)
  if (step === undefined) return false
  const taken = await db
    .updateTable('auth.totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret_enc', '=', totp.secret_enc)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}
