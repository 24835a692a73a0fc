import { type Credentials, setPasswordHash } from '#areas/account/people/people.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Passwords } from '#kernel/passwords.ts'

import type { AsIdentity } from './attempts.ts'

/**
 * Whose password it is, with the hash as it is stored from now on. Outside every transaction: one computation takes a good part
 * of a second, even where nobody has the address. Errors: `invalid_credentials`.
 */
export async function provePassword(
  { asIdentity, passwords }: { asIdentity: AsIdentity; passwords: Passwords },
  known: Credentials | undefined,
  password: string,
): Promise<Credentials> {
  const { ok, renewed } = await passwords.verify(password, known?.password_phc ?? null)
  if (known === undefined || !ok) throw wrongPassword()
  if (renewed === undefined) return known
  await asIdentity((db) => setPasswordHash(db, known.id, { phc: renewed, instead: known.password_phc }))
  return { ...known, password_phc: renewed }
}

export const wrongPassword = (): Refusal => new Refusal('invalid_credentials', 'Email address or password is wrong.')
