import {
  apiKeyStart,
  createLastUsed,
  type CredentialIdentity,
  hashOfApiKey,
  identifyApiKey,
  identifySession,
  type Identity,
  isTouchDue,
  touchSession,
} from '#areas/account/index.ts'
import { hashOfAccessToken, identifyAccessToken } from '#areas/oauth/index.ts'
import type { Access, CountInStatement, Hit, Limiter } from '#kernel/access.ts'
import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { hashOf, isToken } from '#kernel/tokens.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { addressPrefix } from '#std/address-prefix.ts'

import { type AgentDoor, challengeOf, resourceOf } from './challenge.ts'
import { type RefusedCredentials, refusedCredentials } from './refused-credentials.ts'
import { somebodyElse, tooManyRequests } from './run/refusals.ts'

/** `access` beside a refusal: the secret was right, so the refused call belongs to an organization and is recorded. */
export type Admission =
  | { ok: true; access: Access }
  | { ok: false; refusal: Refusal; access?: Access; challenge?: string }

/** The raw credential lines of a request: every line of a header, so that repeated ones are noticed. */
export type Credentials = {
  apiKey: readonly string[]
  authorization: readonly string[]
  /** The client's address, by the rules for proxies. */
  address: string | undefined
  door: AgentDoor
  /** A look that is not a request: it counts against no limit and is not noted as a use. */
  uncounted?: boolean
}

export type Admissions = {
  /** `/v2` and `/mcp`: API key or bearer (calls.md#one-credential-per-request), then the rate limit. */
  byHeaders(credentials: Credentials): Promise<Admission>
  /** The web application: its cookie, the organization that the tab shows, and the person whose page it is. */
  bySession(cookie: string | undefined, organization: string | undefined, userId?: string): Promise<Admission>
  /** Writes what was noted of keys and grants. */
  close(): Promise<void>
}

type Parts = {
  database: TenantDatabase
  limiter: Limiter
  /** Counts failed credentials, in this process. */
  failures: Limiter
  baseUrl: () => string
  log: Log
  now?: () => Date
}

/** What admission works with. */
type Desk = Parts & { now: () => Date; refusedNow: RefusedCredentials; lastUsed: ReturnType<typeof createLastUsed> }

/** How a credential is found by the hash of its secret, and what an unknown one is refused with. */
type Kind = {
  look(db: AuthDb, hash: Buffer, count: CountInStatement | undefined): Promise<CredentialIdentity | undefined>
  unknown: () => Refusal
}

const minute = 60_000
const failuresPerMinute = 120

/** The first two steps of every call, credential and rate limit, for every door. */
export function createAdmission(parts: Parts): Admissions {
  const now = parts.now ?? (() => new Date())
  const refusedNow = refusedCredentials(() => now().getTime())
  const lastUsed = createLastUsed({ asIdentity: parts.database.asIdentity, log: parts.log })
  const desk: Desk = { ...parts, now, refusedNow, lastUsed }
  return {
    byHeaders: (credentials) => byHeaders(desk, credentials),
    bySession: (cookie, organization, userId) => bySession(desk, cookie, { organization, userId }),
    close: () => lastUsed.close(),
  }
}

async function byHeaders(desk: Desk, credentials: Credentials): Promise<Admission> {
  const { apiKey, authorization } = credentials
  if (apiKey.length > 1 || authorization.length > 1) return refused(desk, sentTwice(), credentials)
  if (apiKey[0] !== undefined) return byKey(desk, apiKey[0], credentials)
  if (authorization[0] === undefined) return refused(desk, noCredential(), credentials)
  const bearer = bearerOf(authorization[0])
  return bearer?.startsWith(apiKeyStart) === true
    ? byKey(desk, bearer, credentials)
    : byToken(desk, bearer, credentials)
}

function byKey(desk: Desk, key: string, credentials: Credentials): Promise<Admission> {
  return byHash(desk, hashOfApiKey(key), credentials, {
    look: (db, asked, count) => identifyApiKey(db, asked, { now: desk.now(), count }),
    unknown: () => new Refusal('api_key_invalid', 'This is not a valid API key.'),
  })
}

function byToken(desk: Desk, token: string | undefined, credentials: Credentials): Promise<Admission> {
  const hash = token === undefined ? undefined : hashOfAccessToken(token)
  const resource = resourceOf(desk.baseUrl())
  return byHash(desk, hash, credentials, {
    look: (db, asked, count) => identifyAccessToken(db, asked, { resource, count }),
    unknown: () => new Refusal('invalid_token', 'The access token is not valid. Get a new one.'),
  })
}

/** Finds the credential and counts the request in one statement, where the database counts. */
async function byHash(
  desk: Desk,
  hash: Buffer | undefined,
  credentials: Credentials,
  { look, unknown }: Kind,
): Promise<Admission> {
  const { database, limiter, refusedNow } = desk
  if (hash === undefined) return failed(desk, unknown(), credentials)
  const counts = credentials.uncounted !== true
  const known = counts ? refusedNow.find(hash) : undefined
  if (known !== undefined) return overLimit(known)
  const found = await database.identityStatement((db) => look(db, hash, counts ? limiter.inStatement : undefined))
  if (found === undefined) return failed(desk, unknown(), credentials)
  const admission = await admitted(desk, found, credentials)
  if (found.refusal === undefined && !admission.ok && admission.access) refusedNow.remember(hash, admission.access)
  return admission
}

async function admitted(desk: Desk, found: CredentialIdentity, credentials: Credentials): Promise<Admission> {
  const { identity, refusal } = found
  if (refusal !== undefined) return { ...(await failed(desk, refusal, credentials)), access: refusedAccess(identity) }

  if (credentials.uncounted === true) return { ok: true, access: uncountedAccess(identity) }
  const { credentialId } = identity.actor
  await desk.lastUsed.note(
    { id: credentialId, lastUsedAt: found.lastUsedAt },
    { at: desk.now(), prefix: addressPrefix(credentials.address) },
  )
  return limited(desk, identity, { id: credentialId, hit: found.hit })
}

async function bySession(
  desk: Desk,
  cookie: string | undefined,
  { organization, userId }: { organization: string | undefined; userId: string | undefined },
): Promise<Admission> {
  try {
    const identity = cookie === undefined || !isToken(cookie) ? undefined : await session(desk, cookie, organization)
    if (identity === undefined)
      return { ok: false, refusal: new Refusal('unauthenticated', 'Nobody is signed in here. Sign in first.') }
    if (userId !== undefined && userId !== identity.actor.userId) return { ok: false, refusal: somebodyElse() }
    return await limited(desk, identity, { id: `${identity.actor.userId}:${identity.organization.id}`, hit: null })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return { ok: false, refusal: error }
    throw error
  }
}

async function session(
  { database, now }: Desk,
  token: string,
  organization: string | undefined,
): Promise<Identity | undefined> {
  const found = await database.identityStatement((db) =>
    identifySession(db, hashOf(token), { organization, now: now() }),
  )
  if (found === undefined) return undefined
  const { sessionId, lastSeenAt, identity } = found
  const seen = { id: sessionId, lastSeenAt }
  if (isTouchDue(seen, now())) await database.identityStatement((db) => touchSession(db, seen, now()))
  return identity
}

/** `hit` where the look-up has counted the request already. */
async function limited(
  { limiter }: Desk,
  identity: Identity,
  { id, hit }: { id: string; hit: Hit | null },
): Promise<Admission> {
  const { ratePerMinute: limit, ...known } = identity
  const access: Access = { ...known, rate: { limit, ...(hit ?? (await limiter.hit(id, limit, minute))) } }
  return access.rate.allowed ? { ok: true, access } : overLimit(access)
}

// Above 120 failures a minute further failures from that network are 429, a valid credential never is.
async function failed(desk: Desk, refusal: Refusal, credentials: Credentials) {
  if (credentials.uncounted === true) return refused(desk, refusal, credentials)
  const { allowed, resetMs } = await desk.failures.hit(addressPrefix(credentials.address), failuresPerMinute, minute)
  return refused(desk, allowed ? refusal : tooManyRequests(resetMs), credentials)
}

function refused({ baseUrl }: Desk, refusal: Refusal, { door }: Credentials) {
  const challenge = challengeOf(refusal, baseUrl(), door)
  return { ok: false as const, refusal, ...(challenge === undefined ? {} : { challenge }) }
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
