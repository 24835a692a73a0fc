import { createHash, createHmac, generateKeyPairSync, randomBytes, timingSafeEqual } from 'node:crypto'

import { keepInstallationValue } from '#areas/account/index.ts'
import type { AuthDb } from '#kernel/database.ts'

/** What the authorization server signs with: the same on every node, made once per installation. */
export type OAuthKeys = {
  /** One ES256 key. The library wants one; no id token is issued. */
  jwk: Record<string, string>
  /** Signs the cookies of a flow and the token of a consent form. */
  cookieKey: string
}

/** Seals and opens a text (operating.md#master-keys). */
export type Vault = {
  encrypt(text: string, place: VaultPlace): string
  decrypt(sealed: string, place: VaultPlace): { reveal(): string }
}
type VaultPlace = { organization: null; table: string; row: string; column: string }

const row = 'oauth_keys'
const place: VaultPlace = { organization: null, table: 'installation', row, column: 'value' }

/** The keys of this installation, created when there are none; when two nodes create them at once, the first one's stay. */
export async function openKeys(parts: {
  asIdentity<T>(work: (db: AuthDb) => Promise<T>): Promise<T>
  vault: Vault
}): Promise<OAuthKeys> {
  const make = () => parts.vault.encrypt(JSON.stringify(newKeys()), place)
  const sealed = await parts.asIdentity((db) => keepInstallationValue(db, row, make))
  return JSON.parse(openSecret(parts.vault, sealed, place)) as OAuthKeys
}

/** The text of a sealed secret. */
export function openSecret(vault: Vault, sealed: string, at: VaultPlace): string {
  return vault.decrypt(sealed, at).reveal()
}

/** The token of a consent form: bound to the session that sees it and to the request that it answers. */
export function formToken({ cookieKey }: OAuthKeys, bound: { sessionId: string; uid: string }): string {
  return createHmac('sha256', cookieKey).update(`consent ${bound.sessionId} ${bound.uid}`).digest('base64url')
}

/** Whether a form's token is the right one, compared in constant time. */
export function isFormToken(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

function newKeys(): OAuthKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = privateKey.export({ format: 'jwk' }) as Record<string, string>
  const kid = createHash('sha256').update(`${jwk['x']}.${jwk['y']}`).digest('base64url').slice(0, 16)
  return { jwk: { ...jwk, kid, use: 'sig', alg: 'ES256' }, cookieKey: randomBytes(32).toString('base64url') }
}
