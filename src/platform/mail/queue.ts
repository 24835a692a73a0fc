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

const isDue = sql`m.next_attempt_at <= clock_timestamp() and (m.claimed_until is null or m.claimed_until < clock_timestamp())`

/**
 * Takes mails that are due: the oldest of each party before the second one of any (turns.md#mail-takes-turns). Those that another
 * node holds are skipped.
 */
export async function claimMails(db: AuthDb, limit: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with recursive party (name) as (
      select min(m.party) from auth.mail m
      union all
      select (select min(m.party) from auth.mail m where m.party > party.name) from party where party.name is not null),
    turn as (
      select first.id, first.next_attempt_at, first.place from party cross join lateral (
        select m.id, m.next_attempt_at, row_number() over (order by m.next_attempt_at, m.id) as place
        from auth.mail m where m.party = party.name and ${isDue}
        order by m.next_attempt_at, m.id limit ${limit}) as first
      where party.name is not null),
    due as materialized (
      select m.id from auth.mail m join turn on turn.id = m.id
      where ${isDue}
      order by turn.place, turn.next_attempt_at, m.id limit ${limit} for update of m skip locked)
    update auth.mail set claimed_until = clock_timestamp() + ${lease}::interval, attempts = attempts + 1
    where id in (select due.id from due)
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
