import { sql } from 'kysely'

import type { AuthDb } from '#kernel/database.ts'

/** How many registered clients without a grant are kept at most. */
const unusedClients = 1000

/** Removes the oldest clients without a grant beyond that number (oauth.md#registration-is-open-and-bounded). */
export async function removeExcessClients(db: AuthDb): Promise<void> {
  await sql`
    delete from auth.oauth_payloads p where (p.model, p.id_hash) in (
      select c.model, c.id_hash from auth.oauth_payloads c where c.model = 'Client' and ${hasNoGrant}
      order by c.created_at desc, c.id_hash offset ${unusedClients})`.execute(db)
}

/** Removes up to `batch` clients: those without a grant after 24 hours, unused ones after 180 days. Returns how many. */
export async function removeUnusedClients(db: AuthDb, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from auth.oauth_payloads p where (p.model, p.id_hash) in (
      select c.model, c.id_hash from auth.oauth_payloads c
      where c.model = 'Client' and (
        (c.created_at < now() - interval '24 hours' and ${hasNoGrant})
        or (c.created_at < now() - interval '180 days' and not exists (
          select from auth.oauth_grants g where g.client_id = c.payload ->> 'client_id'
            and coalesce(g.last_used_at, g.created_at) > now() - interval '180 days')))
      limit ${batch})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Removes up to `batch` records of the library a week after they expired: until then, expiry and reuse can be told apart. A request
 * that nobody answered is never reused, and goes after an hour (oauth.md#registration-is-open-and-bounded).
 */
export async function removeExpiredPayloads(db: AuthDb, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from auth.oauth_payloads p where (p.model, p.id_hash) in (
      select c.model, c.id_hash from auth.oauth_payloads c where c.expires_at < now() - interval '7 days'
        or (c.model = 'Interaction' and c.expires_at < now() - interval '1 hour')
      limit ${batch})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const hasNoGrant = sql`not exists (select from auth.oauth_grants g where g.client_id = c.payload ->> 'client_id')`
