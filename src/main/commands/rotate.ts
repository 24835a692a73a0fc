import { sqlStateOf } from '#platform/database/database-gone.ts'
import { type Lend, rewrapAll } from '#platform/database/rewrap.ts'
import type { Vault } from '#platform/vault/vault.ts'

/** Wraps every secret by the newest key, over connections of the owner (operating.md#rotation-wraps-again). Returns what to tell. */
export async function rotate(lend: Lend, vault: Vault): Promise<string[]> {
  // A rotation that was interrupted is finished before another key is made.
  const earlier = await rewrap(lend, vault)
  const isNew = vault.keyFile !== null && earlier.rewrapped === 0
  if (isNew) await vault.addKey()
  const { found, rewrapped } = isNew ? await rewrap(lend, vault) : earlier
  const others = vault.otherKids()
  const where = vault.keyFile ?? 'MASTHEAD_KEYS'
  return [
    ...(isNew ? [`The new master key ${vault.currentKid} is in ${where}: keep a copy of the file.`] : []),
    `The master key ${vault.currentKid} now wraps all secrets: ${rewrapped} were wrapped again.`,
    ...(rewrapped < found
      ? [`${found - rewrapped} sealed texts could not be opened with any key and stay as they are.`]
      : []),
    others.length === 0
      ? `There is no other key in ${where}.`
      : `No longer needed here: ${others.join(', ')}. Remove ${others.length === 1 ? 'it' : 'them'} from ${where} once no older backup is needed.`,
  ]
}

function rewrap(lend: Lend, vault: Vault) {
  return rewrapAll(lend, vault).catch((error: unknown) => {
    if (sqlStateOf(error) !== '42501') throw error
    throw new Error(
      'The account of DATABASE_URL may not change every secret. Use a superuser or a role with BYPASSRLS.',
      {
        cause: error,
      },
    )
  })
}
