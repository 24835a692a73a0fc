import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider'

import {
  consumePayload,
  findPayload,
  type GrantEnd,
  removeExcessClients,
  removePayload,
  savePayload,
  type StoredPayload,
} from '#areas/oauth/index.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { scopes } from '#kernel/scope.ts'
import { findForbidden } from '#std/json.ts'

import { endGrant } from './grant-events.ts'
import { openSecret } from './keys.ts'
import type { OAuthParts } from './parts.ts'

/** The models whose second use ends the grant. */
const usedOnce: ReadonlySet<string> = new Set(['AuthorizationCode', 'RefreshToken'])

/**
 * Where the library keeps its records of one model. The ids that it passes are the secrets: only their hash is stored, and the
 * payload without them.
 */
export function createAdapter(model: string, parts: Pick<OAuthParts, 'database' | 'vault' | 'log'>): Adapter {
  const { database, vault } = parts
  const keyOf = (id: string) => ({ model, id })

  async function end(grantId: string, reason: GrantEnd): Promise<void> {
    await endGrant(parts, grantId, { reason, requestId: requestIdOf() })
  }

  return {
    async upsert(id, payload, expiresIn) {
      // Nothing is bound to the library's session: the web session says who is signed in.
      if (model === 'Session') return
      // The library passes on to where it is kept what it does not look at.
      if (findForbidden(payload) !== undefined)
        throw new errors.InvalidRequest('a parameter has a NUL or half of a surrogate pair')
      const record = {
        payload: withoutSecrets(id, payload, seal),
        grantId: model === 'Grant' ? id : payload.grantId,
        uid: payload.uid,
      }
      await database.asIdentity((db) => savePayload(db, keyOf(id), record, expiresIn))
      if (model === 'Client') await database.asIdentity(removeExcessClients)
    },

    async find(id) {
      if (model === 'Session') return undefined
      const stored = await database.asIdentity((db) => findPayload(db, keyOf(id)))
      return stored === undefined ? undefined : withScopesNow(model, withSecrets(id, stored), stored.granted)
    },

    findByUid: async () => undefined,
    findByUserCode: async () => undefined,

    async consume(id) {
      if (await database.asIdentity((db) => consumePayload(db, keyOf(id)))) return
      // A code was used twice at the same time, and the library saw neither as a repetition.
      const grantId = model === 'AuthorizationCode' ? await grantOf(id) : undefined
      if (grantId !== undefined) await end(grantId, 'code_replay')
      throw new errors.InvalidGrant('used before')
    },

    async destroy(id) {
      if (model === 'Grant') return end(id, reasonOf())
      await database.asIdentity((db) => removePayload(db, keyOf(id)))
    },

    revokeByGrantId: (grantId) => end(grantId, reasonOf()),
  }

  async function grantOf(id: string): Promise<string | undefined> {
    const stored = await database.asIdentity((db) => findPayload(db, keyOf(id)))
    return (stored?.payload as AdapterPayload | undefined)?.grantId
  }

  // The database's clock counts, whatever this node's says. What was used is never called expired: it ends its grant
  // (oauth.md#used-codes-never-expire).
  function expiryOf(remaining: number, consumed: boolean): number {
    const isReuse = consumed && usedOnce.has(model)
    const left = isReuse ? 1 : Math.ceil(remaining)
    return Math.floor(Date.now() / 1000) + left
  }

  function seal(id: string, secret: string): string {
    return vault.encrypt(secret, placeOf(id))
  }

  function withSecrets(id: string, { payload, remaining, consumed }: StoredPayload): AdapterPayload {
    const { returnTo, client_secret: secret, ...rest } = payload as AdapterPayload
    return {
      ...rest,
      ...(model === 'Client' ? {} : { jti: id }),
      ...(returnTo === undefined ? {} : { returnTo: returnTo + id }),
      ...(secret === undefined ? {} : { client_secret: openSecret(vault, secret, placeOf(id)) }),
      ...(remaining === null ? {} : { exp: expiryOf(remaining, consumed) }),
      ...(consumed ? { consumed: true } : {}),
    }
  }
}

/**
 * A grant as a person has changed it since consent, so that tokens are named by what they can do; what a refresh may ask for
 * besides what was asked at consent (oauth.md#grants-count-as-they-are).
 */
function withScopesNow(model: string, payload: AdapterPayload, granted: StoredPayload['granted']): AdapterPayload {
  if (granted === null) return payload
  if (model === 'RefreshToken') return { ...payload, scope: joined([...wordsOf(payload.scope), ...granted]) }
  if (model !== 'Grant') return payload
  const { resources, ...rest } = payload as AdapterPayload & { resources?: Record<string, string> }
  const withheld = scopes.filter((scope) => !granted.includes(scope))
  const ofEach = (words: readonly string[]) =>
    Object.fromEntries(Object.keys(resources ?? {}).map((resource) => [resource, joined(words)]))
  return { ...rest, resources: ofEach(granted), rejected: { resources: ofEach(withheld) } }
}

const wordsOf = (text: string | undefined) => (text ?? '').split(' ').filter((word) => word !== '')
const joined = (words: readonly string[]) => [...new Set(words)].join(' ')

// The address that an interaction returns to ends with its id.
function withoutSecrets(
  id: string,
  { jti: _jti, consumed: _consumed, returnTo, client_secret: secret, ...rest }: AdapterPayload,
  seal: (id: string, secret: string) => string,
): Record<string, unknown> {
  return {
    ...rest,
    ...(returnTo === undefined ? {} : { returnTo: returnTo.slice(0, -id.length) }),
    ...(secret === undefined ? {} : { client_secret: seal(id, secret) }),
  }
}

// A client id is public; the secret can be opened for this client only.
const placeOf = (clientId: string) =>
  ({ organization: null, table: 'oauth_payloads', row: clientId, column: 'client_secret' }) as const

/** Why the library is ending a grant. */
function reasonOf(): GrantEnd {
  const { oidc } = Provider.ctx ?? {}
  if (oidc?.route === 'revocation') return 'revoked_by_client'
  return oidc?.params?.['grant_type'] === 'authorization_code' ? 'code_replay' : 'refresh_reuse'
}

function requestIdOf(): string {
  const given = Provider.ctx?.get('x-request-id') ?? ''
  return given === '' ? newRequestId() : given
}
