import { randomBytes } from 'node:crypto'

import { Secret } from '#kernel/secret.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import type { Vault } from '#platform/vault/vault.ts'

const row = 'request_state_key'
const place = { organization: null, table: 'installation', row, column: 'value' }

/** The key that signs the states of questions to a person (approvals.md#url-mode-only): made at the first start, the same on every node. */
export async function stateKey({ database, vault }: { database: TenantDatabase; vault: Vault }): Promise<Buffer> {
  const sealed = await database.asIdentity(async (db) => {
    await db
      .insertInto('auth.installation')
      .values({ name: row, value: vault.encrypt(new Secret(randomBytes(32).toString('base64')), place) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return db.selectFrom('auth.installation').select('value').where('name', '=', row).executeTakeFirstOrThrow()
  })
  return Buffer.from(vault.decrypt(sealed.value, place).reveal(), 'base64')
}

/** Takes a state, once. Expired ones are useless and are removed with the next one. */
export function takeState(database: TenantDatabase) {
  return (nonce: string, expiresAt: Date): Promise<boolean> =>
    database.asIdentity(async (db) => {
      await db.deleteFrom('auth.used_request_states').where('expires_at', '<', new Date()).execute()
      const taken = await db
        .insertInto('auth.used_request_states')
        .values({ nonce, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('nonce')
        .executeTakeFirst()
      return taken !== undefined
    })
}
