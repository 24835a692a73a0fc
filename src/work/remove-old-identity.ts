import { type RawBuilder, sql } from 'kysely'

import { removeExpiredPayloads, removeUnusedClients } from '#areas/oauth/index.ts'
import type { AuthDb } from '#kernel/database.ts'

type Remove = (db: AuthDb, limit: number) => Promise<number>

/** What is removed of people and their credentials when its time is over; each returns how many, `limit` at most. */
export const identityRemovals: readonly { name: string; remove: Remove }[] = [
  { name: 'sessions', remove: removing('sessions', ['id'], sql`expires_at < now()`) },
  { name: 'oauth payloads', remove: removeExpiredPayloads },
  { name: 'oauth clients', remove: removeUnusedClients },
  { name: 'counters', remove: removeIdleCounters },
  // A used or expired link is kept for a while, so that its page can say so. The set-up link does not expire.
  { name: 'links', remove: removing('one_time_tokens', ['token_hash'], sql`expires_at < now() - interval '7 days'`) },
  { name: 'sign-in attempts', remove: removing('sign_in_attempts', ['id'], sql`last_at < now() - interval '1 day'`) },
  // The sender gives up on a mail after a day; this is for installations whose mail server was removed.
  { name: 'mail', remove: removing('mail', ['id'], sql`created_at < now() - interval '2 days'`) },
  { name: 'sign-ups', remove: removing('sign_ups', ['token_hash'], sql`expires_at < now()`) },
]

// Windows last a day at most: what is older has no effect.
async function removeIdleCounters(db: AuthDb, limit: number): Promise<number> {
  const isIdle = sql`at < now() - interval '25 hours'`
  const n = await removing('rate_ring', ['credential_id', 'slot'], isIdle)(db, limit)
  await sql`delete from auth.rate_head h where not exists (select from auth.rate_ring r where r.credential_id = h.credential_id)`.execute(
    db,
  )
  return n
}

/** Removes rows of a table of the schema `auth`, which its key names, where a condition holds. */
function removing(table: string, key: readonly string[], isOver: RawBuilder<unknown>): Remove {
  const rows = sql.id('auth', table)
  const columns = sql.join(key.map((column) => sql.id(column)))
  return async (db, limit) => {
    const { numAffectedRows } =
      await sql`delete from ${rows} where (${columns}) in (select ${columns} from ${rows} where ${isOver} limit ${limit})`.execute(
        db,
      )
    return Number(numAffectedRows ?? 0)
  }
}
