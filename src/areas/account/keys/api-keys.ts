import { sql } from 'kysely'

import type { CredentialStatus } from '#kernel/credential-status.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { type ApiKeyId, newId, storedId } from '#kernel/ids.ts'
import type { Scope } from '#kernel/scope.ts'

import { newApiKey, partsOfApiKey } from './api-key-secret.ts'

/** Everything about a key but its secret. */
export type ApiKey = {
  id: ApiKeyId
  name: string
  prefix: string
  last4: string
  scopes: string[]
  /** `name` is null when that person is no longer a member. */
  createdBy: { userId: string; name: string | null }
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  lastUsedFrom: string | null
  status: CredentialStatus
  /** Since when it is switched off, and by whom. */
  disabledAt: Date | null
  disabledBy: string | null
  revokedAt: Date | null
  /** `name` is null when that person is no longer a member, or when the product itself did it. */
  revokedBy: { userId: string; name: string | null } | null
  rotatedFrom: ApiKeyId | null
  /** The key that follows it, unless that one was revoked. */
  rotatedTo: ApiKeyId | null
}

type Filter = {
  status?: CredentialStatus | undefined
  search?: string | undefined
  createdBy?: string | undefined
  /** Only the keys of this person, whatever else is asked for. */
  onlyOf?: string | undefined
  scope?: Scope | undefined
  expiresBefore?: Date | undefined
  page: number
  pageSize: number
}

/** The status of a key. `owner_gone`: its creator is disabled, suspended or not a member. What cannot be undone comes first. */
export function apiKeyStatus(
  key: { revoked_at: Date | null; expires_at: Date; disabled_at: Date | null; owner_gone: boolean },
  now: Date,
): CredentialStatus {
  if (key.revoked_at !== null) return 'revoked'
  if (key.expires_at <= now) return 'expired'
  return key.disabled_at !== null || key.owner_gone ? 'disabled' : 'active'
}

/** Creates a key for the organization and person of the transaction. The secret is known here and never again. */
export async function addApiKey(
  db: Writer,
  key: { name: string; scopes: readonly Scope[]; expiresAt: Date; now: Date },
): Promise<{ id: ApiKeyId; secret: string; prefix: string; last4: string }> {
  const id = newId('apiKey', key.now.getTime())
  const secret = newApiKey()
  const { hash, prefix, last4 } = partsOfApiKey(secret)
  await sql`select auth.create_api_key(${id}, ${hash}, ${prefix}, ${last4}, ${key.name}, ${[...key.scopes]}::text[], ${key.now}, ${key.expiresAt})`.execute(
    db,
  )
  return { id, secret, prefix, last4 }
}

/** One page of the keys of the organization, newest first, and how many there are. */
export async function listKeys(db: Reader, filter: Filter, now: Date): Promise<{ keys: ApiKey[]; total: number }> {
  const matching = keysWithOwner(db, now)
    .$if(filter.status !== undefined, (query) => query.where(statusColumn(now), '=', filter.status ?? null))
    .$if((filter.search ?? '').trim() !== '', (query) =>
      query.where(
        sql<boolean>`position(lower(${filter.search?.trim()}) in lower(concat_ws(chr(10), k.name, k.last4, m.display_name))) > 0`,
      ),
    )
    .$if(filter.createdBy !== undefined, (query) => query.where('k.user_id', '=', filter.createdBy ?? ''))
    .$if(filter.onlyOf !== undefined, (query) => query.where('k.user_id', '=', filter.onlyOf ?? ''))
    .$if(filter.scope !== undefined, (query) => query.where(sql<boolean>`${filter.scope} = any(k.scopes)`))
    .$if(filter.expiresBefore !== undefined, (query) =>
      query.where('k.expires_at', '<', filter.expiresBefore ?? new Date(0)),
    )
  const [{ total } = { total: 0 }] = await matching
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .execute()
  const rows = await matching
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  return { keys: rows.map(shown), total }
}

/** One key of the organization, or undefined. */
export async function findKey(db: Reader, keyId: string, now: Date): Promise<ApiKey | undefined> {
  const row = await keysWithOwner(db, now).where('k.id', '=', keyId).executeTakeFirst()
  return row === undefined ? undefined : shown(row)
}

/** Revokes a key of the organization from the next request on; if it was revoked before, that time stays. */
export async function revokeKey(db: Writer, keyId: string, reason: string): Promise<Date | null> {
  const { rows } = await sql<{
    revoked_at: Date | null
  }>`select auth.revoke_api_key(${keyId}, ${reason}) as revoked_at`.execute(db)
  return rows[0]?.revoked_at ?? null
}

function keysWithOwner(db: Reader, now: Date) {
  return db
    .with('member', (query) =>
      query
        .selectFrom(
          sql<{ user_id: string; display_name: string; suspended_at: Date | null }>`auth.members_of_organization()`.as(
            'f',
          ),
        )
        .selectAll(),
    )
    .selectFrom('auth.api_keys as k')
    .leftJoin('member as m', 'm.user_id', 'k.user_id')
    .leftJoin('member as r', 'r.user_id', 'k.revoked_by')
    .select(['k.id', 'k.name', 'k.prefix', 'k.last4', 'k.scopes', 'k.user_id', 'k.created_at', 'k.expires_at'])
    .select([
      'k.last_used_at',
      'k.last_used_ip_prefix',
      'k.disabled_at',
      'k.disabled_by',
      'k.revoked_at',
      'k.revoked_by',
      'k.rotated_from',
    ])
    .select(['m.display_name', 'r.display_name as revoker_name'])
    .select(successor.as('rotated_to'))
    .select(statusColumn(now).as('status'))
}

// The same order as apiKeyStatus.
const statusColumn = (now: Date) => sql<CredentialStatus>`case
  when k.revoked_at is not null then 'revoked'
  when k.expires_at <= ${now} then 'expired'
  when k.disabled_at is not null or m.user_id is null or m.suspended_at is not null then 'disabled'
  else 'active' end`

const successor = sql<
  string | null
>`(select max(s.id) from auth.api_keys s where s.rotated_from = k.id and s.revoked_at is null)`

type KeyRow = Awaited<ReturnType<ReturnType<typeof keysWithOwner>['execute']>>[number]

function shown(row: KeyRow): ApiKey {
  return {
    id: storedId('apiKey', row.id),
    name: row.name,
    prefix: row.prefix,
    last4: row.last4,
    scopes: row.scopes,
    createdBy: { userId: row.user_id, name: row.display_name },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_ip_prefix,
    status: row.status,
    disabledAt: row.disabled_at,
    disabledBy: row.disabled_by,
    revokedAt: row.revoked_at,
    revokedBy: row.revoked_by === null ? null : { userId: row.revoked_by, name: row.revoker_name },
    rotatedFrom: storedId('apiKey', row.rotated_from),
    rotatedTo: storedId('apiKey', row.rotated_to),
  }
}
