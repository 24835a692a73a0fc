import {
  apiKeyStart,
  createLastUsed,
  type CredentialIdentity,
  hashOfAccessToken,
  hashOfApiKey,
  type Identity,
  identifyAccessToken,
  identifyApiKey,
  identifySession,
  touchSession,
} from '#areas/account/index.ts'
import type { Access, CountInStatement, Hit, Limiter } from '#kernel/access.ts'
import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { hashOf, isToken } from '#kernel/tokens.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { addressPrefix } from '#std/address-prefix.ts'

import { type AgentDoor, challengeOf, resourceOf } from './challenge.ts'
import { refusedCredentials } from './refused-credentials.ts'
import { tooManyRequests } from './run/refusals.ts'

/** `access` beside a refusal: the secret was right, so the refused call belongs to an organization and is recorded. */
export type Admission =
  | { ok: true; access: Access }
  | { ok: false; refusal: Refusal; access?: Access; challenge?: string }

/** The raw credential lines of a request: every line of a header, so that doubled ones are seen. */
export type Credentials = {
  apiKey: readonly string[]
  authorization: readonly string[]
  /** The client's address, by the rules for proxies. */
  address: string | undefined
  door: AgentDoor
  /** A look that is no request: it counts against no limit and is not noted as a use. */
  uncounted?: boolean
}

export type Admissions = {
  /** `/v2` and `/mcp`: API key or bearer, in the order of identity.md 6, then the rate limit. */
  byHeaders(credentials: Credentials): Promise<Admission>
  /** The web application: its cookie and the organization that the tab shows. */
  bySession(cookie: string | undefined, organizationHeader: string | undefined): Promise<Admission>
  /** Writes what was noted of keys and grants. */
  close(): Promise<void>
}

/** Finds a credential by the hash of its secret. */
type LookUp = (db: AuthDb, hash: Buffer, count: CountInStatement | undefined) => Promise<CredentialIdentity | undefined>

const minute = 60_000
const failuresPerMinute = 120

/** The first two steps of D-13, credential and rate limit, for every door. */
export function createAdmission(parts: {
  database: TenantDatabase
  limiter: Limiter
  /** Counts failed credentials, in this process. */
  failures: Limiter
  baseUrl: () => string
  log: Log
  now?: () => Date
}): Admissions {
  const { database, limiter } = parts
  const now = parts.now ?? (() => new Date())
  const refusedNow = refusedCredentials(() => now().getTime())
  const lastUsed = createLastUsed({ asIdentity: database.asIdentity, log: parts.log })

  function byKey(key: string, credentials: Credentials): Promise<Admission> {
    const hash = hashOfApiKey(key)
    return byHash(hash, credentials, {
      look: (db, asked, count) => identifyApiKey(db, asked, { now: now(), count }),
      unknown: new Refusal('api_key_invalid', 'This is not a valid API key.'),
    })
  }

  function byToken(token: string | undefined, credentials: Credentials): Promise<Admission> {
    const hash = token === undefined ? undefined : hashOfAccessToken(token)
    const resource = resourceOf(parts.baseUrl())
    return byHash(hash, credentials, {
      look: (db, asked, count) => identifyAccessToken(db, asked, { resource, count }),
      unknown: new Refusal('invalid_token', 'The access token is not valid. Get a new one.'),
    })
  }

  /** Finds the credential and counts the request in one statement, where the database counts (identity.md 6). */
  async function byHash(
    hash: Buffer | undefined,
    credentials: Credentials,
    { look, unknown }: { look: LookUp; unknown: Refusal },
  ): Promise<Admission> {
    if (hash === undefined) return failed(unknown, credentials)
    const counts = credentials.uncounted !== true
    const known = counts ? refusedNow.find(hash) : undefined
    if (known !== undefined) return overLimit(known)
    const found = await database.identityStatement((db) => look(db, hash, counts ? limiter.inStatement : undefined))
    if (found === undefined) return failed(unknown, credentials)
    const admission = await admitted(found, credentials)
    if (found.refusal === undefined && !admission.ok && admission.access) refusedNow.remember(hash, admission.access)
    return admission
  }

  async function admitted(found: CredentialIdentity, credentials: Credentials): Promise<Admission> {
    if (found.refusal !== undefined)
      return { ...(await failed(found.refusal, credentials)), access: refusedAccess(found.identity) }

    if (credentials.uncounted === true) return { ok: true, access: uncountedAccess(found.identity) }
    const { credentialId } = found.identity.actor
    await lastUsed.note(
      { id: credentialId, lastUsedAt: found.lastUsedAt },
      { at: now(), prefix: addressPrefix(credentials.address) },
    )
    return limited(found.identity, credentialId, found.hit)
  }

  /** `hit` where the look-up has counted the request already. */
  async function limited(identity: Identity, id: string, hit: Hit | null): Promise<Admission> {
    const { ratePerMinute: limit, ...known } = identity
    const access: Access = { ...known, rate: { limit, ...(hit ?? (await limiter.hit(id, limit, minute))) } }
    return access.rate.allowed ? { ok: true, access } : overLimit(access)
  }

  // identity.md 6: above 120 failures a minute further failures from there are 429, a valid credential never is.
  async function failed(refusal: Refusal, { address, door, uncounted }: Credentials) {
    if (uncounted === true) return refused(refusal, door)
    const { allowed, resetMs } = await parts.failures.hit(addressPrefix(address), failuresPerMinute, minute)
    return allowed ? refused(refusal, door) : refused(tooManyRequests(resetMs), door)
  }

  function refused(refusal: Refusal, door: AgentDoor) {
    const challenge = challengeOf(refusal, parts.baseUrl(), door)
    return { ok: false as const, refusal, ...(challenge === undefined ? {} : { challenge }) }
  }

  return {
    async byHeaders(credentials) {
      const { apiKey, authorization, door } = credentials
      if (apiKey.length > 1 || authorization.length > 1) return refused(sentTwice(), door)
      if (apiKey[0] !== undefined) return byKey(apiKey[0], credentials)
      if (authorization[0] === undefined) return refused(noCredential(), door)
      const bearer = bearerOf(authorization[0])
      if (bearer?.startsWith(apiKeyStart) === true) return byKey(bearer, credentials)
      return byToken(bearer, credentials)
    },

    async bySession(cookie, organizationHeader) {
      try {
        const identity = cookie === undefined || !isToken(cookie) ? undefined : await session(cookie)
        if (identity === undefined)
          return { ok: false, refusal: new Refusal('unauthenticated', 'Nobody is signed in here. Sign in first.') }
        return await limited(identity, `${identity.actor.userId}:${identity.organization.id}`, null)
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found') return { ok: false, refusal: error }
        throw error
      }

      function session(token: string) {
        return database.asIdentity(async (db) => {
          const found = await identifySession(db, hashOf(token), { organizationId: organizationHeader, now: now() })
          if (found === undefined) return undefined
          await touchSession(db, { id: found.sessionId, lastSeenAt: found.lastSeenAt }, now())
          return found.identity
        })
      }
    },

    close: () => lastUsed.close(),
  }
}

/** The secret of an `Authorization: Bearer` line, undefined for another scheme or an empty value. */
function bearerOf(line: string): string | undefined {
  return /^bearer +(\S+) *$/i.exec(line)?.[1]
}

function uncountedAccess({ ratePerMinute: limit, ...identity }: Identity): Access {
  return { ...identity, rate: { limit, allowed: true, remaining: limit, resetMs: 0 } }
}

// A refused credential is counted against no limit and may do nothing.
function refusedAccess({ ratePerMinute: limit, ...identity }: Identity): Access {
  return { ...identity, scopes: [], rate: { limit, allowed: false, remaining: 0, resetMs: 0 } }
}

function overLimit(access: Access): Extract<Admission, { ok: false }> {
  return { ok: false, refusal: tooManyRequests(access.rate.resetMs), access }
}

function sentTwice(): Refusal {
  const message = 'X-API-Key or Authorization was sent more than once. Send one of them once.'
  return new Refusal('malformed_request', message, [{ path: '', message, code: 'duplicate_header' }])
}

const noCredential = () =>
  new Refusal(
    'unauthenticated',
    'This needs a credential: an access token as a bearer token, or an API key as X-API-Key.',
  )
