import { sql } from 'kysely'

import type { Access } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type ApiKeyId, newId } from '#kernel/ids.ts'

import { newApiKey, partsOfApiKey } from './api-key-secret.ts'
import { type ApiKey, findKey } from './api-keys.ts'

/** A key of the organization, locked until the transaction ends: nobody else can change it meanwhile. Errors: `not_found`. */
export async function lockKey(db: Writer, keyId: string, now: Date): Promise<ApiKey> {
  await sql`select auth.lock_api_key(${keyId})`.execute(db)
  const key = await findKey(db, keyId, now)
  if (key === undefined) throw unknownKey()
  return key
}

/**
 * Refuses with `role_forbidden` unless the key is the caller's own, or the caller manages the organization and its credential
 * may.
 */
export function requireOwnOrAdmin(key: ApiKey, { role, scopes, actor }: Access): void {
  if (scopes.includes('org:write') || key.createdBy.userId === actor.userId) return
  throw new Refusal('role_forbidden', `The role ${role} can change its own keys only. Ask an administrator.`, {
    role,
    requiredScopes: ['org:write'],
  })
}

/** Refuses with `invalid_transition`: the state of the key does not allow the step. */
export function notInThisState(key: ApiKey, state: string, sentence: string): Refusal {
  const allowed = state === 'revoked' ? [] : ['revokeApiKey']
  return new Refusal('invalid_transition', sentence, { id: key.id, state, allowed })
}

/** The same answer for a key that does not exist and for one of another organization. */
export const unknownKey = () => new Refusal('not_found', 'There is no such API key. listApiKeys lists them.')

/**
 * Creates the successor of a key, with the same name, scopes, limit and creator. The old key ends at `oldExpiresAt`, never later
 * than it would have. The new secret is known here and never again.
 */
export async function rotateKey(
  db: Writer,
  keyId: ApiKeyId,
  { now, expiresAt, oldExpiresAt }: { now: Date; expiresAt: Date; oldExpiresAt: Date },
): Promise<{ id: ApiKeyId; secret: string }> {
  const id = newId('apiKey', now.getTime())
  const secret = newApiKey()
  const { hash, prefix, last4 } = partsOfApiKey(secret)
  await sql`select auth.rotate_api_key(${keyId}, ${id}, ${hash}, ${prefix}, ${last4}, ${now}, ${expiresAt}, ${oldExpiresAt})`.execute(
    db,
  )
  return { id, secret }
}

/** Switches a key off at a given time, by the person of the transaction, or on with null. */
export async function switchKey(db: Writer, keyId: ApiKeyId, offAt: Date | null): Promise<void> {
  await sql`select auth.switch_api_key(${keyId}, ${offAt})`.execute(db)
}

/** Sets for how many days new keys of the organization live at most; null: as long as the product allows. */
export async function setMaxKeyDays(db: Writer, days: number | null): Promise<void> {
  await sql`select auth.set_key_policy(${days})`.execute(db)
}
