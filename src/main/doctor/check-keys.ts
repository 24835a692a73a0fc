import { access } from 'node:fs/promises'

import type { Config } from '#platform/config/config.ts'
import { keyFilePath } from '#platform/vault/key-file.ts'
import { VaultError } from '#platform/vault/vault-error.ts'
import { openVault } from '#platform/vault/vault.ts'

import { type Check, fault, fine } from './check.ts'

/** Whether the master keys exist, are well protected, and sealed the probe in the database. No key file is created. */
export async function checkKeys({ masterKeys, dataDir }: Config, probe: string | null): Promise<Check> {
  const keyFile = keyFilePath(dataDir)
  if (masterKeys === null && !(await isThere(keyFile)))
    return probe === null
      ? fine('keys', `The first start creates the key file ${keyFile}.`)
      : fault(
          'keys',
          'The key file is missing, and the database has secrets that it sealed.',
          `Put the file back as ${keyFile}, or set MASTHEAD_KEYS.`,
        )
  try {
    const vault = await openVault({ keys: masterKeys, dataDir })
    if (probe !== null) vault.checkProbe(probe)
    return fine(
      'keys',
      `The master key ${vault.currentKid} ${probe === null ? 'is here' : 'opens the secrets of the database'}.`,
    )
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    return fault('keys', 'The master keys cannot be used.', error.message)
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
