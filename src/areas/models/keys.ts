import type { Selectable } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import type { ModelAccess, ModelProvider, Models } from '#kernel/model.ts'
import type { Sealing } from '#kernel/sealing.ts'
import type { Secret } from '#kernel/secret.ts'
import type { Tables } from '#kernel/tables.ts'

export type StoredKey = Selectable<Tables['model_key']>

export const keySources = ['stored', 'environment'] as const

/** Where what is used comes from: the organization, or the operator. Null: nothing is. */
export type KeySource = (typeof keySources)[number] | null

/** The stored keys, sealed. */
export function storedKeys(db: Reader): Promise<StoredKey[]> {
  return db.selectFrom('model_key').selectAll().execute()
}

/** The stored key of a provider, sealed. */
export function storedKey(db: Reader, provider: ModelProvider): Promise<StoredKey | undefined> {
  return db.selectFrom('model_key').selectAll().where('provider', '=', provider).executeTakeFirst()
}

/** Where the access to a provider comes from. */
export function sourceOf(provider: ModelProvider, stored: StoredKey | undefined, { configured }: Models): KeySource {
  if (stored !== undefined) return 'stored'
  const own = configured[provider]
  const isThere = provider === 'openai_compatible' ? own?.baseUrl != null : own?.key != null
  return isThere ? 'environment' : null
}

/** What opens a provider: what the organization stored, else what the operator configured. Undefined: neither. */
export function accessTo(
  { sealing, models }: { sealing: Sealing; models: Models },
  provider: ModelProvider,
  stored: StoredKey | undefined,
): ModelAccess | undefined {
  const configured = models.configured[provider]
  if (stored !== undefined) {
    const { sealed, organization_id: organizationId } = stored
    const key = sealed === null ? null : sealing.decrypt(sealed, placeOfKey(organizationId, provider))
    return { key, baseUrl: stored.base_url ?? configured?.baseUrl ?? null }
  }
  return sourceOf(provider, undefined, models) === null ? undefined : configured
}

/** Stores a key in place of the one before. */
export async function keepKey(
  { db, sealing, organizationId }: { db: Writer; sealing: Sealing; organizationId: string },
  {
    provider,
    key,
    baseUrl,
    last4,
  }: { provider: ModelProvider; key: Secret<string> | null; baseUrl: string | null; last4: string | null },
): Promise<void> {
  const values = {
    sealed: key === null ? null : sealing.encrypt(key, placeOfKey(organizationId, provider)),
    base_url: baseUrl,
    last4,
    set_at: new Date(),
  }
  await db
    .insertInto('model_key')
    .values({ provider, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'provider']).doUpdateSet(values))
    .execute()
}

export async function removeKey(db: Writer, provider: ModelProvider): Promise<void> {
  await db.deleteFrom('model_key').where('provider', '=', provider).execute()
}

/** Where a key is sealed: it does not open anywhere else. */
const placeOfKey = (organizationId: string, provider: ModelProvider) => ({
  organization: organizationId,
  table: 'model_key',
  row: provider,
  column: 'sealed',
})
