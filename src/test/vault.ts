import { randomBytes } from 'node:crypto'

import { Secret } from '#kernel/secret.ts'
import { openVault, type Vault } from '#platform/vault/vault.ts'

/** A vault with a key of its own. */
export function testVault(): Promise<Vault> {
  return openVault({ keys: [{ kid: 'test', key: new Secret(randomBytes(32)) }], dataDir: '' })
}
