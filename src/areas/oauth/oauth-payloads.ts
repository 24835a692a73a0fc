import { sql } from 'kysely'

import type { AuthDb } from '#kernel/database.ts'
import { hashOf } from '#kernel/tokens.ts'

/**
 * A record of the authorization server's library. `id` is the secret itself (a token, a code, the id in a cookie); only its hash
 * is stored, and the payload has no trace of it.
 */
export type PayloadKey = { model: string; id: string }

export type StoredPayload = {
  payload: Record<string, unknown>
  /** Seconds until it expires by the database's clock, negative when it has; null: it does not. */
  remaining: number | null
  consumed: boolean
  /** The scopes of its grant as they are now; null where it belongs to none that Masthead has recorded. */
  granted: readonly string[] | null
}

/** How long a refresh token still works after its first use (oauth.md#refresh-has-a-leeway). */
const leewaySeconds = 30

/** Writes a record; an existing one gets the new content and keeps the time of its first use. `seconds`: its lifetime. */
export async function savePayload(
  db: AuthDb,
  { model, id }: PayloadKey,
  record: { payload: Record<string, unknown>; grantId: string | undefined; uid: string | undefined },
  seconds: number | undefined,
): Promise<void> {
  await sql`
    insert into auth.oauth_payloads (model, id_hash, payload, grant_id, uid, expires_at)
    values (${model}, ${hashOf(id)}, ${JSON.stringify(record.payload)}, ${record.grantId ?? null}, ${record.uid ?? null},
      clock_timestamp() + make_interval(secs => ${seconds ?? null}::double precision))
    on conflict (model, id_hash) do update
      set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`.execute(
    db,
  )
}

/** A record, expired or not. A refresh token within its leeway counts as unused. */
export async function findPayload(db: AuthDb, { model, id }: PayloadKey): Promise<StoredPayload | undefined> {
  const { rows } = await sql<StoredPayload>`
    select payload, extract(epoch from expires_at - clock_timestamp())::double precision as remaining,
      consumed_at is not null and not (${withinLeeway(model)}) as consumed,
      (select g.scopes from auth.oauth_grants g where g.grant_id = p.grant_id) as granted
    from auth.oauth_payloads p where model = ${model} and id_hash = ${hashOf(id)}`.execute(db)
  return rows[0]
}

/** What a person gave at consent, whatever has become of the grant since. */
export async function scopesAtConsent(db: AuthDb, grantId: string): Promise<string[]> {
  const grant = await findPayload(db, { model: 'Grant', id: grantId })
  const { resources = {} } = (grant?.payload ?? {}) as { resources?: Record<string, string> }
  return Object.values(resources).flatMap((words) => words.split(' '))
}

/**
 * Uses a record up, by compare-and-set. False: it was used before, or is gone. A refresh token within its leeway may be used
 * again and keeps the time of its first use.
 */
export async function consumePayload(db: AuthDb, { model, id }: PayloadKey): Promise<boolean> {
  const hash = hashOf(id)
  const { rows: first } = await sql`
    update auth.oauth_payloads set consumed_at = clock_timestamp()
    where model = ${model} and id_hash = ${hash} and consumed_at is null returning model`.execute(db)
  if (first.length > 0) return true
  const { rows: again } = await sql`
    select model from auth.oauth_payloads where model = ${model} and id_hash = ${hash} and ${withinLeeway(model)}`.execute(
    db,
  )
  return again.length > 0
}

/** Removes one record. */
export async function removePayload(db: AuthDb, { model, id }: PayloadKey): Promise<void> {
  await db.deleteFrom('auth.oauth_payloads').where('model', '=', model).where('id_hash', '=', hashOf(id)).execute()
}

/** Removes what was written for a grant that Masthead never recorded. */
export async function removePayloadsOfGrant(db: AuthDb, grantId: string): Promise<void> {
  await db.deleteFrom('auth.oauth_payloads').where('grant_id', '=', grantId).execute()
}

/** The person who first opened a consent page: the given one if nobody has yet. Undefined: the request is gone. */
export async function bindConsent(db: AuthDb, uid: string, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    update auth.oauth_payloads set user_id = coalesce(user_id, ${userId})
    where model = 'Interaction' and id_hash = ${hashOf(uid)} returning user_id`.execute(db)
  return rows[0]?.user_id
}

/** Lets another person open a consent page: the first one signed out on it. */
export async function unbindConsent(db: AuthDb, uid: string): Promise<void> {
  await sql`update auth.oauth_payloads set user_id = null where model = 'Interaction' and id_hash = ${hashOf(uid)}`.execute(
    db,
  )
}

function withinLeeway(model: string) {
  return model === 'RefreshToken'
    ? sql<boolean>`coalesce(consumed_at > clock_timestamp() - make_interval(secs => ${leewaySeconds}), true)`
    : sql<boolean>`false`
}
