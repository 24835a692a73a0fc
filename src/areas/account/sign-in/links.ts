import { sql } from 'kysely'

import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { hashOf, isToken, newToken } from '#kernel/tokens.ts'

/** What a one-time link does. */
export type LinkPurpose = 'reset' | 'verify_email' | 'change_email'

const hour = 3600_000
const lifeOf: Record<LinkPurpose, number> = { reset: hour, verify_email: 24 * hour, change_email: 24 * hour }

/** What a link leads to. `byMail`: it was mailed, so its holder reads the mail of `email`. */
export type Link = { userId: string; purpose: LinkPurpose; email: string; byMail: boolean }

/** A new link. `userId` null: for nobody, and useless. */
export async function newLink(
  db: AuthDb,
  link: Omit<Link, 'userId'> & { userId: string | null; now: Date },
): Promise<string> {
  const token = newToken()
  await db
    .insertInto('auth.one_time_tokens')
    .values({
      token_hash: hashOf(token),
      purpose: link.purpose,
      user_id: link.userId,
      email: link.email,
      by_mail: link.byMail,
      expires_at: new Date(link.now.getTime() + lifeOf[link.purpose]),
      created_at: link.now,
    })
    .execute()
  return token
}

/** Where a link leads, with its token in the fragment (account.md#tokens-are-in-fragments). */
export function addressOfLink(baseUrl: string, purpose: LinkPurpose, token: string): string {
  return `${baseUrl}/${purpose === 'reset' ? 'reset-password' : 'confirm-email'}#${token}`
}

/** What a link leads to while it works. Errors: `not_found`. */
export async function openLink(db: AuthDb, token: string, purposes: readonly LinkPurpose[], now: Date): Promise<Link> {
  if (!isToken(token)) throw linkEnded()
  const row = await db
    .selectFrom('auth.one_time_tokens as t')
    .innerJoin('auth.users as u', 'u.id', 't.user_id')
    .select(['t.user_id', 't.purpose', 't.email', 't.by_mail'])
    .where('t.token_hash', '=', hashOf(token))
    .where('t.purpose', 'in', purposes)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.user_id === null || row.email === null || row.purpose === 'setup') throw linkEnded()
  return { userId: row.user_id, purpose: row.purpose, email: row.email, byMail: row.by_mail }
}

/** Uses a link up: of two attempts at the same time, one succeeds. Errors: `not_found`. */
export async function spendLink(db: AuthDb, token: string, now: Date): Promise<void> {
  const spent = await db
    .updateTable('auth.one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  if (spent === undefined) throw linkEnded()
}

/** Ends the unused links of a person. */
export async function endLinks(db: AuthDb, userId: string, purposes: readonly LinkPurpose[]): Promise<void> {
  await db
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** How many links of a kind were made for a person in the last hour. */
export async function countRecentLinks(
  db: AuthDb,
  { userId, purpose, now }: { userId: string; purpose: LinkPurpose; now: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('auth.one_time_tokens')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', new Date(now.getTime() - hour))
    .executeTakeFirstOrThrow()
  return count
}

/** The address that waits for its confirmation, or null. */
export async function pendingEmailOf(db: AuthDb, userId: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('auth.one_time_tokens')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change_email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.email ?? null
}

const linkEnded = () => new Refusal('not_found', 'This link is not valid, or no longer valid. Ask for a new one.')
