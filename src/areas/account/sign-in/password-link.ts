import { findCredentials } from '#areas/account/people/people.ts'
import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import { addressOfLink, newLink } from './links.ts'

/**
 * A link to a new password that an operator passes on: valid once, for an hour. It proves no address. Errors: `not_found`.
 */
export async function newPasswordLink(
  db: AuthDb,
  { email, baseUrl, now }: { email: string; baseUrl: string; now: Date },
): Promise<string> {
  const known = await findCredentials(db, email)
  if (known === undefined) throw new Refusal('not_found', `There is no user with the address ${email}.`)
  const token = await newLink(db, { purpose: 'reset', userId: known.id, email: known.email, byMail: false, now })
  return addressOfLink(baseUrl, 'reset', token)
}
