import { createHash } from 'node:crypto'

import type { Limiter } from '#kernel/access.ts'
import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Passwords } from '#kernel/passwords.ts'

import { emailKey, findCredentials, organizationsOf, personOfSession, setPasswordHash } from './people.ts'
import { hashOf } from './secrets.ts'
import { closeSession, elevateSession, openSession, type SessionToken } from './sessions.ts'

/** What signing in works with. `attempts` is shared by all nodes where the limiter is. */
export type SignInParts = {
  asIdentity<T>(work: (db: AuthDb) => Promise<T>): Promise<T>
  passwords: Passwords
  attempts: Limiter & { forget(id: string): Promise<void> }
  now(): Date
}

export type SignIn = {
  email: string
  password: string
  addressPrefix: string
  userAgent: string | undefined
  /** The cookie that the browser still had: that session ends. */
  earlierToken: string | undefined
}

const attemptsPerWindow = 10
const windowMs = 15 * 60_000

/**
 * Signs a person in; the session counts as elevated. Errors: 401 `invalid_credentials`, the same for an unknown address,
 * 429 `rate_limited` after 10 failed attempts in 15 minutes for this account from this network. An account is never locked.
 */
export async function signIn(parts: SignInParts, request: SignIn): Promise<SessionToken> {
  const { email, password, addressPrefix, userAgent, earlierToken } = request
  const attempt = attemptId(email, addressPrefix)
  await countAttempt(parts, attempt)

  const known = await parts.asIdentity((db) => findCredentials(db, email))
  const userId = await checkPassword(parts, known, password)
  await parts.attempts.forget(attempt)

  return parts.asIdentity(async (db) => {
    if (earlierToken !== undefined) await closeSession(db, earlierToken)
    const [organization] = await organizationsOf(db, userId)
    return openSession(db, {
      userId,
      organizationId: organization?.id ?? null,
      addressPrefix,
      userAgent,
      now: parts.now(),
    })
  })
}

/** Elevates the session of a person who entered the password again. Errors: as `signIn`, and 401 `unauthenticated`. */
export async function elevate(
  parts: SignInParts,
  { token, password, addressPrefix }: { token: string; password: string; addressPrefix: string },
): Promise<SessionToken> {
  const person = await parts.asIdentity((db) => personOfSession(db, hashOf(token), parts.now()))
  if (person === undefined) throw new Refusal('unauthenticated', 'Nobody is signed in here. Sign in first.')
  const attempt = attemptId(person.user.email, addressPrefix)
  await countAttempt(parts, attempt)

  const known = await parts.asIdentity((db) => findCredentials(db, person.user.email))
  await checkPassword(parts, known, password)
  await parts.attempts.forget(attempt)

  return parts.asIdentity((db) => elevateSession(db, person.sessionId, parts.now()))
}

// Outside every transaction: one computation takes a good part of a second.
async function checkPassword(
  { asIdentity, passwords }: SignInParts,
  known: { id: string; password_phc: string | null } | undefined,
  password: string,
): Promise<string> {
  const { ok, renewed } = await passwords.verify(password, known?.password_phc ?? null)
  if (known === undefined || !ok) throw new Refusal('invalid_credentials', 'Email address or password is wrong.')
  if (renewed !== undefined) await asIdentity((db) => setPasswordHash(db, known.id, renewed))
  return known.id
}

// Counted before the computation, so that parallel attempts are counted too; the right password ends the count.
async function countAttempt({ attempts }: SignInParts, attempt: string): Promise<void> {
  const { allowed, resetMs } = await attempts.hit(attempt, attemptsPerWindow, windowMs)
  if (allowed) return
  const retryAfter = Math.max(1, Math.ceil(resetMs / 1000))
  throw new Refusal(
    'rate_limited',
    `Too many attempts to sign in. Try again in ${Math.ceil(retryAfter / 60)} minutes.`,
    { retryAfter },
    { retryAfter },
  )
}

function attemptId(email: string, addressPrefix: string): string {
  return `sign-in:${createHash('sha256')
    .update(`${emailKey(email)} ${addressPrefix}`)
    .digest('hex')}`
}
