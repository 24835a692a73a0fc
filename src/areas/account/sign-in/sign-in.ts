import { recoveryCodeUsed } from '#areas/account/mails/recovery-code-used.ts'
import {
  type Credentials,
  findCredentials,
  holdCredentials,
  organizationsOf,
  personOfSession,
} from '#areas/account/people/people.ts'
import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { OrganizationId, UserId } from '#kernel/ids.ts'
import type { Mail } from '#kernel/mail.ts'
import type { Passwords } from '#kernel/passwords.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { hashOf } from '#kernel/tokens.ts'

import { type AsIdentity, attemptOf, codeAttemptOf, countAttempt, forgetAttempts } from './attempts.ts'
import { provePassword, wrongPassword } from './prove-password.ts'
import { type AcceptedCode, hasCompletedSecondFactor, takeCode, takeTotpCode } from './second-factor.ts'
import { closeSession, elevateSession, openSession, type SessionToken } from './sessions.ts'

/** A recovery code was used; for the audit log of the organization. */
export type RecoveryCodeUse = {
  userId: UserId
  organizationId: OrganizationId
  sessionId: string
  left: number
  at: Date
}

/** What signing in works with. */
export type SignInParts = {
  asIdentity: AsIdentity
  passwords: Passwords
  sealing: Sealing
  mail: Mail
  baseUrl(): string
  /** Writes the audit record, in the transaction of the sign-in. */
  recordRecoveryCode(db: AuthDb, use: RecoveryCodeUse): Promise<void>
  now(): Date
  /** Replaces the database's clock when attempts are counted. Only tests set it. */
  moment?(): Date
}

export type SignIn = {
  email: string
  password: string
  /** From the authenticator app, or a recovery code. */
  code?: string | undefined
  addressPrefix: string
  userAgent: string | undefined
  /** The session cookie that the browser still had: that session ends. */
  earlierToken: string | undefined
}

/**
 * Signs a person in; the session counts as elevated. Errors: 401 `invalid_credentials`, also for an unknown address and a wrong
 * code; 401 `second_factor_required` where the password is right and the account asks for a code; 429 `rate_limited` (see
 * `countAttempt`).
 */
export async function signIn(parts: SignInParts, request: SignIn): Promise<SessionToken> {
  const { email, password, code, addressPrefix } = request
  const attempt = attemptOf(email, addressPrefix)
  await countAttempt(parts.asIdentity, attempt, parts.moment?.())

  const known = await parts.asIdentity((db) => findCredentials(db, email))
  const proven = await provePassword(parts, known, password)
  if (proven.hasSecondFactor) {
    if (code === undefined) throw codeRequired()
    await countAttempt(parts.asIdentity, codeAttemptOf(proven.id), parts.moment?.())
  }
  const session = await parts.asIdentity((db) => enter(db, parts, request, proven))
  parts.mail.wake?.()
  return session
}

// Password and second factor are read again under a lock: one that was replaced meanwhile opens nothing.
async function enter(db: AuthDb, parts: SignInParts, request: SignIn, proven: Credentials): Promise<SessionToken> {
  const now = parts.now()
  const held = await holdCredentials(db, proven.id)
  if (held === undefined || held.password_phc !== proven.password_phc) throw wrongPassword()
  const accepted = await acceptCode(db, parts, held, request.code)
  if (request.earlierToken !== undefined) await closeSession(db, request.earlierToken)
  const [organization] = await organizationsOf(db, held.id)
  const { addressPrefix, userAgent } = request
  const session = await openSession(db, {
    userId: held.id,
    organizationId: organization?.id ?? null,
    addressPrefix,
    userAgent,
    withSecondFactor: accepted !== undefined,
    now,
  })
  await forgetAttempts(db, attemptOf(request.email, addressPrefix), codeAttemptOf(held.id))
  if (accepted?.kind === 'recovery') {
    const { left } = accepted
    const { sessionId } = session
    if (organization !== undefined)
      await parts.recordRecoveryCode(db, {
        userId: held.id,
        organizationId: organization.id,
        sessionId,
        left,
        at: now,
      })
    await parts.mail.queue(db, recoveryCodeUsed({ to: held.email, left, baseUrl: parts.baseUrl() }))
  }
  return session
}

async function acceptCode(
  db: AuthDb,
  parts: SignInParts,
  { id, hasSecondFactor }: Credentials,
  code: string | undefined,
): Promise<AcceptedCode | undefined> {
  if (!hasSecondFactor) return undefined
  if (code === undefined) throw codeRequired()
  const accepted = await takeCode(db, parts.sealing, { userId: id, code, now: parts.now() })
  if (accepted === undefined) throw wrongCode()
  return accepted
}

export type Elevation = {
  token: string
  addressPrefix: string
  /** Password or code, or both. */
  password?: string | undefined
  code?: string | undefined
}

/**
 * Elevates the session of a person who entered the password or a code of the authenticator app again (account.md#elevation).
 * A session that has not passed the second factor of its account needs the code. Errors: those of `signIn`, and 401
 * `unauthenticated`.
 */
export async function elevate(
  parts: Omit<SignInParts, 'recordRecoveryCode'>,
  elevation: Elevation,
): Promise<SessionToken> {
  const { token, password, code, addressPrefix } = elevation
  const person = await parts.asIdentity((db) => personOfSession(db, hashOf(token), parts.now()))
  if (person === undefined) throw new Refusal('unauthenticated', 'Nobody is signed in here. Sign in first.')
  const { id, email } = person.user
  await countAttempt(parts.asIdentity, attemptOf(email, addressPrefix), parts.moment?.())

  const known = await parts.asIdentity((db) => findCredentials(db, email))
  const proven = password === undefined ? known : await provePassword(parts, known, password)
  if (code === undefined && !hasCompletedSecondFactor(person)) throw codeRequired()
  if (code !== undefined) await countAttempt(parts.asIdentity, codeAttemptOf(id), parts.moment?.())

  return parts.asIdentity(async (db) => {
    const now = parts.now()
    const held = await holdCredentials(db, id)
    if (held === undefined || held.password_phc !== proven?.password_phc) throw wrongPassword()
    const isCodeWrong =
      code !== undefined &&
      !(held.hasSecondFactor && (await takeTotpCode(db, parts.sealing, { userId: id, code, now })))
    if (isCodeWrong) throw wrongCode()
    const elevated = await elevateSession(db, person.sessionId, {
      now,
      ...(code === undefined ? {} : { secondFactor: 'passed' }),
    })
    await forgetAttempts(db, attemptOf(email, addressPrefix), ...(code === undefined ? [] : [codeAttemptOf(id)]))
    return elevated
  })
}

const codeRequired = () =>
  new Refusal('second_factor_required', 'This account has a second factor. Send its code too, as "code".')
/** A code that is wrong, or that was used. */
export const wrongCode = (): Refusal =>
  new Refusal('invalid_credentials', 'The code is wrong, or was already used. Wait for the next one.')
