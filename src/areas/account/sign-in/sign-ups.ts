import type { AuthDb } from '#kernel/database.ts'
import { hashOf, newToken } from '#kernel/tokens.ts'

const validMs = 24 * 3600_000

/** Notes that somebody asked for an account with this address. Returns the secret of the link that is mailed to it. */
export async function addSignUp(db: AuthDb, email: string, now: Date): Promise<string> {
  const token = newToken()
  await db
    .insertInto('auth.sign_ups')
    .values({ token_hash: hashOf(token), email, expires_at: new Date(now.getTime() + validMs), created_at: now })
    .execute()
  return token
}

/** The address of a link that still works. */
export async function addressOfSignUp(db: AuthDb, token: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth.sign_ups')
    .select('email')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.email
}

/** Uses a link up. False: somebody was faster. */
export async function endSignUp(db: AuthDb, token: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('auth.sign_ups')
    .where('token_hash', '=', hashOf(token))
    .returning('token_hash')
    .executeTakeFirst()
  return ended !== undefined
}
