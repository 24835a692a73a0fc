import { sql } from 'kysely'

import type { AuthDb } from '#kernel/database.ts'

/** A mail that this node holds for the length of the lease. `token` distinguishes its lease from a later one. */
export type ClaimedMail = {
  id: string
  sealed: string
  attempts: number
  createdAt: Date
  ageMs: number
  token: Date
}

const lease = '5 minutes'

/** Takes mails that are due, oldest first; those that another node holds are skipped. */
export async function claimMails(db: AuthDb, limit: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    update auth.mail set claimed_until = clock_timestamp() + ${lease}::interval, attempts = attempts + 1
    where id in (
      select id from auth.mail
      where next_attempt_at <= clock_timestamp() and (claimed_until is null or claimed_until < clock_timestamp())
      order by next_attempt_at limit ${limit} for update skip locked)
    returning id, sealed, attempts, created_at as "createdAt", claimed_until as token,
      (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as "ageMs"`.execute(db)
  return rows
}

/** Removes a mail that was sent or given up on. */
export async function removeMail(db: AuthDb, { id }: Pick<ClaimedMail, 'id'>): Promise<void> {
  await db.deleteFrom('auth.mail').where('id', '=', id).execute()
}

/** Ends the lease: the mail is due again after a pause. Nothing happens if another node holds it by now. */
export async function giveBack(
  db: AuthDb,
  { id, token }: Pick<ClaimedMail, 'id' | 'token'>,
  { afterMs, code }: { afterMs: number; code: string },
): Promise<void> {
  await sql`
    update auth.mail set claimed_until = null, last_error = ${code},
      next_attempt_at = clock_timestamp() + ${afterMs} * interval '1 millisecond'
    where id = ${id} and claimed_until = ${token}`.execute(db)
}
