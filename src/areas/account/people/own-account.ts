import { attemptOf, codeAttemptOf, countAttempt, forgetAttempts } from '#areas/account/sign-in/attempts.ts'
import { provePassword, wrongPassword } from '#areas/account/sign-in/prove-password.ts'
import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Person, PrepareProcedureCtx } from '#kernel/procedure.ts'

import { type Credentials, findCredentials, holdCredentials } from './people.ts'

type Prepare = PrepareProcedureCtx<'person'>

/** Verifies a signed-in person's password; a wrong one counts as an attempt to sign in. For `prepare`. */
export async function proveOwnPassword(ctx: Prepare, password: string): Promise<Credentials> {
  const { person, browser, passwords, read } = ctx
  const attempt = attemptOf(person.email, browser.addressPrefix)
  await countAttempt(read, attempt)
  const known = await read((db) => findCredentials(db, person.email))
  const proven = await provePassword({ asIdentity: read, passwords }, known, password)
  await read((db) => forgetAttempts(db, attempt))
  return proven
}

/** Counts an attempt to enter a code. For `prepare`; the right code clears the count. */
export async function countCode({ person, read }: Prepare): Promise<void> {
  await countAttempt(read, codeAttemptOf(person.userId))
}

/** The person as of now, locked until the transaction ends. Errors: `unauthenticated`. */
export async function holdPerson(db: AuthDb, { userId }: Pick<Person, 'userId'>): Promise<Credentials> {
  const held = await holdCredentials(db, userId)
  if (held === undefined) throw new Refusal('unauthenticated', 'This account cannot be used. Sign in again.')
  return held
}

/** The same, as long as the password is still the one that was verified. */
export async function holdProven(db: AuthDb, proven: Credentials): Promise<Credentials> {
  const held = await holdPerson(db, { userId: proven.id })
  if (held.password_phc !== proven.password_phc) throw wrongPassword()
  return held
}
