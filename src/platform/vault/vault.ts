import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

import type { Place, Sealing } from '#kernel/sealing.ts'
import { Secret } from '#kernel/secret.ts'

import { addToKeyFile, keyFilePath, openKeyFile } from './key-file.ts'
import { keyLength } from './master-keys.ts'
import type { MasterKey } from './master-keys.ts'
import { seal, unseal } from './sealing.ts'
import { VaultError } from './vault-error.ts'

export type Vault = Sealing & {
  /** Names the master key that seals. */
  readonly currentKid: string
  /** The key file in use; null when the keys were given. */
  readonly keyFile: string | null
  /** Whether the key file was just created, so that the operator can be told to keep it. */
  readonly created: boolean
  /** Kids of the keys that only open. */
  otherKids(): string[]
  /** Adds a new current key to the key file. */
  addKey(): Promise<void>
  /** The same sealed text, its data key wrapped by the current key; undefined where no key here opens it. */
  rewrap(sealed: string): string | undefined
  /** Signs a text with the current master key: `<kid>:<HMAC>`. */
  sign(text: string): string
  /** Whether a text was signed so; `unknown`: with a key that is not here. */
  check(text: string, mac: string): 'good' | 'bad' | 'unknown'
  /** A sealed text for the caller to store beside the data, once. */
  makeProbe(): string
  /** Throws `VaultError` when the stored probe, and so the data, was sealed with other keys than these. */
  checkProbe(stored: string): void
}

export type VaultOptions = {
  /** The keys of MASTHEAD_KEYS, the first one current; null: the key file, created at first start. */
  keys: readonly MasterKey[] | null
  dataDir: string
}

/** Opens the vault of an installation (operating.md#master-keys). */
export async function openVault({ keys, dataDir }: VaultOptions): Promise<Vault> {
  if (keys !== null) return vaultOf(keys, { keyFile: null, created: false })
  const keyFile = keyFilePath(dataDir)
  const file = await openKeyFile(keyFile)
  return vaultOf(file.keys, { keyFile, created: file.created })
}

function vaultOf(given: readonly MasterKey[], source: Pick<Vault, 'keyFile' | 'created'>): Vault {
  let keys = given
  let current = currentOf(keys)

  const encrypt = (text: string | Secret<string>, place: Place) => {
    const dataKey = randomBytes(keyLength)
    const plain = Buffer.from(text instanceof Secret ? text.reveal() : text)
    return textOf(current, dataKey, seal(dataKey, plain, bound(place)))
  }

  const decrypt = (sealed: string, place: Place) => {
    const { kid, wrapped, body } = partsOf(sealed)
    const master = keys.find((key) => key.kid === kid)
    if (master === undefined) throw new VaultError(`The master key ${kid} is not here (${namesOf(keys)} given)`)
    const dataKey = unseal(master.key.reveal(), wrapped, wrapBound(kid))
    if (dataKey === undefined) throw new VaultError(`The master key ${kid} is not the one that sealed this`)
    const plain = unseal(dataKey, body, bound(place))
    if (plain === undefined) throw new VaultError(`A sealed ${place.table}.${place.column} was altered or moved`)
    return new Secret(plain.toString())
  }

  const rewrap = (sealed: string) => {
    const { kid, wrapped, body } = partsOf(sealed)
    if (kid === current.kid) return sealed
    const master = keys.find((key) => key.kid === kid)
    const dataKey = master && unseal(master.key.reveal(), wrapped, wrapBound(kid))
    return dataKey && textOf(current, dataKey, body)
  }

  return {
    ...source,
    get currentKid() {
      return current.kid
    },
    otherKids: () => keys.slice(1).map(({ kid }) => kid),
    async addKey() {
      if (source.keyFile === null) throw new VaultError('Keys are added to MASTHEAD_KEYS by hand')
      keys = await addToKeyFile(
        source.keyFile,
        ({ kid, key }) => kid === current.kid && key.reveal().equals(current.key.reveal()),
      )
      current = currentOf(keys)
    },
    rewrap,
    sign: (text) => `${current.kid}:${macOf(current, text)}`,
    check(text, mac) {
      const [kid = '', given = ''] = mac.split(':')
      const master = keys.find((key) => key.kid === kid)
      if (master === undefined) return 'unknown'
      return macOf(master, text) === given ? 'good' : 'bad'
    },
    encrypt,
    decrypt,
    makeProbe: () => encrypt(probeText, probePlace),
    checkProbe(stored) {
      try {
        decrypt(stored, probePlace)
      } catch (cause) {
        if (!(cause instanceof VaultError)) throw cause
        const where = source.keyFile === null ? 'in MASTHEAD_KEYS' : `as ${source.keyFile}, or set MASTHEAD_KEYS`
        throw new VaultError(`${cause.message}. Put the keys that this database was used with back ${where}.`, {
          cause,
        })
      }
    },
  }
}

function currentOf([current]: readonly MasterKey[]): MasterKey {
  if (current === undefined) throw new VaultError('There is no master key')
  return current
}

function textOf({ kid, key }: MasterKey, dataKey: Buffer, body: Buffer): string {
  const wrapped = seal(key.reveal(), dataKey, wrapBound(kid))
  return [version, kid, wrapped.toString('base64url'), body.toString('base64url')].join(':')
}

// A key of its own is derived for it: the master key itself wraps data keys and nothing else.
function macOf({ key }: MasterKey, text: string): string {
  const derived = Buffer.from(hkdfSync('sha256', key.reveal(), '', 'masthead signatures', keyLength))
  return createHmac('sha256', derived).update(text).digest('base64url')
}

const version = 'v1'
const probeText = 'masthead'
const probePlace: Place = { organization: null, table: 'vault', row: 'probe', column: 'probe' }

// JSON keeps the parts apart whatever they contain.
function bound({ organization, table, row, column }: Place): string {
  return JSON.stringify([version, organization, table, row, column])
}

function wrapBound(kid: string): string {
  return JSON.stringify([version, 'data key', kid])
}

function partsOf(sealed: string): { kid: string; wrapped: Buffer; body: Buffer } {
  const [form, kid, wrapped, body, ...rest] = sealed.split(':')
  if (form !== version || kid === undefined || wrapped === undefined || body === undefined || rest.length > 0)
    throw new VaultError('A stored secret is not of a form that this release knows')
  return { kid, wrapped: Buffer.from(wrapped, 'base64url'), body: Buffer.from(body, 'base64url') }
}

function namesOf(keys: readonly MasterKey[]): string {
  return keys.map(({ kid }) => kid).join(', ')
}
