import { beforeAll, beforeEach, expect, test } from 'vitest'

import { openSession } from '#areas/account/index.ts'
import type { Limiter } from '#kernel/access.ts'
import { newId, type UserId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import type { Role } from '#kernel/scope.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { postgresLimiter } from '#platform/limiter/postgres.ts'
import { addKey, addMember, addOrganization, addUser } from '#test/people.ts'
import { testDatabase } from '#test/shared-parts.ts'

import { type Admissions, createAdmission, type Credentials } from './admit.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let time: Date
let queries: number
let admission: Admissions

const day = 86_400_000
const later = (ms: number) => (time = new Date(time.getTime() + ms))

beforeAll(async () => {
  database = await testDatabase()
})

beforeEach(() => {
  time = new Date('2026-05-01T12:00:00.000Z')
  queries = 0
  admission = admissionBy(() => memoryLimiter(() => time.getTime()))
  return () => admission.close()
})

function admissionBy(limiterOn: (counted: TenantDatabase) => Limiter): Admissions {
  const counted: TenantDatabase = {
    ...database,
    asIdentity: (work) => {
      queries++
      return database.asIdentity(work)
    },
    identityStatement: (work) => {
      queries++
      return database.identityStatement(work)
    },
  }
  return createAdmission({
    database: counted,
    limiter: limiterOn(counted),
    failures: memoryLimiter(() => time.getTime()),
    baseUrl: () => 'https://cms.example.com',
    log: silentLog,
    now: () => time,
  })
}

const byDatabase = () =>
  admissionBy((counted) => postgresLimiter(counted, { moment: () => time.getTime(), now: () => time.getTime() }))

const byHeaders = (credentials: Partial<Credentials>) =>
  admission.byHeaders({ apiKey: [], authorization: [], address: '192.0.2.1', door: 'rest', ...credentials })

async function stage(role: Role = 'owner') {
  const { organizationId, userId: owner } = await addOrganization(database)
  const userId = role === 'owner' ? owner : await addMember(database, organizationId, role)
  return { organizationId, userId, key: await addKey(database, { organizationId, userId }, { now: time }) }
}

type KeyChange = {
  revoked_at?: Date | null
  disabled_at?: Date | null
  rotated_from?: string
  rate_per_min?: number
}

const identity = {
  setRole: (userId: UserId, role: Role) =>
    database.asIdentity((db) =>
      db.updateTable('auth.memberships').set({ role }).where('user_id', '=', userId).execute(),
    ),
  remove: (userId: UserId) =>
    database.asIdentity((db) => db.deleteFrom('auth.memberships').where('user_id', '=', userId).execute()),
  disable: (userId: UserId) =>
    database.asIdentity((db) =>
      db.updateTable('auth.users').set({ disabled_at: time }).where('id', '=', userId).execute(),
    ),
  setKey: (id: string, change: KeyChange) =>
    database.asIdentity((db) => db.updateTable('auth.api_keys').set(change).where('id', '=', id).execute()),
  key: (id: string) =>
    database.asIdentity((db) =>
      db.selectFrom('auth.api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ),
}

test('a key is admitted as the person who created it', async () => {
  const { organizationId, userId, key } = await stage()

  const admitted = await byHeaders({ apiKey: [key.secret] })

  expect(admitted).toMatchObject({
    ok: true,
    access: {
      actor: { kind: 'agent', userId, credentialType: 'api_key', credentialId: key.id, clientName: 'Test key' },
      organization: { id: organizationId, suspended: false },
      role: 'owner',
      principal: key.id,
      rate: { limit: 1200, remaining: 1199 },
      keyExpiresAt: new Date(time.getTime() + 90 * day),
    },
  })
})

test('a key is taken as a bearer token too, whatever the case of the scheme', async () => {
  const { key } = await stage()

  for (const scheme of ['Bearer', 'bearer'])
    expect(await byHeaders({ authorization: [`${scheme} ${key.secret}`] })).toMatchObject({ ok: true })
})

test('a bad X-API-Key never falls back to a good bearer', async () => {
  const { key } = await stage()

  const refused = await byHeaders({ apiKey: ['nonsense'], authorization: [`Bearer ${key.secret}`] })

  expect(refused).toMatchObject({ ok: false, refusal: { code: 'api_key_invalid' } })
})

test('a good X-API-Key counts, whatever Authorization says', async () => {
  const { key } = await stage()

  expect(await byHeaders({ apiKey: [key.secret], authorization: ['Basic Zm9v'] })).toMatchObject({ ok: true })
})

test.each([
  ['no credential', {}, 'unauthenticated', 'Bearer R, scope="org:read content:read"'],
  ['an unknown bearer', { authorization: ['Bearer mh_at_abc'] }, 'invalid_token', 'Bearer R, error="invalid_token", D'],
  ['an empty bearer', { authorization: ['Bearer '] }, 'invalid_token', 'Bearer R, error="invalid_token", D'],
  ['another scheme', { authorization: ['Basic Zm9v'] }, 'invalid_token', 'Bearer R, error="invalid_token", D'],
  ['an empty key', { apiKey: [''] }, 'api_key_invalid', 'ApiKey realm="masthead", error="invalid_key"'],
  ['a malformed key', { apiKey: ['mh_sk_1'] }, 'api_key_invalid', 'ApiKey realm="masthead", error="invalid_key"'],
  [
    'a malformed key as bearer',
    { authorization: ['Bearer mh_sk_1'] },
    'api_key_invalid',
    'ApiKey realm="masthead", error="invalid_key"',
  ],
  ['two keys', { apiKey: ['a', 'b'] }, 'malformed_request', undefined],
  ['two bearers', { authorization: ['Bearer a', 'Bearer a'] }, 'malformed_request', undefined],
])('%s is refused without a query, with the challenge that fits', async (_, credentials, code, challenge) => {
  const refused = await byHeaders(credentials)

  const expected = challenge
    ?.replace('R', 'resource_metadata="https://cms.example.com/.well-known/oauth-protected-resource/v2"')
    .replace(/D$/, 'error_description="The access token is not valid"')
  expect(refused).toMatchObject({ ok: false, refusal: { code } })
  expect('challenge' in refused ? refused.challenge : undefined).toBe(expected)
  expect(queries).toBe(0)
})

test('the challenge of the MCP door names the resource of that door', async () => {
  expect(await byHeaders({ door: 'mcp' })).toMatchObject({
    challenge:
      'Bearer resource_metadata="https://cms.example.com/.well-known/oauth-protected-resource/mcp", scope="org:read content:read"',
  })
})

test('a well-formed key that does not exist is refused as invalid and belongs to nobody', async () => {
  // A key of another installation.
  const refused = await byHeaders({ apiKey: [`mh_sk_${'0'.repeat(30)}09rVzr`] })

  expect(refused).toMatchObject({ ok: false, refusal: { code: 'api_key_invalid' } })
  expect(refused).not.toHaveProperty('access')
  expect(queries).toBe(1)
})

test('an expired key is told apart from an unknown one, and its organization is known', async () => {
  const { organizationId, key } = await stage()
  later(90 * day)

  expect(await byHeaders({ apiKey: [key.secret] })).toMatchObject({
    ok: false,
    refusal: { code: 'api_key_expired' },
    challenge: 'ApiKey realm="masthead", error="expired_key"',
    access: { organization: { id: organizationId }, actor: { credentialId: key.id }, scopes: [] },
  })
})

test('a key works until the millisecond before it expires', async () => {
  const { key } = await stage()
  later(90 * day - 1)

  expect(await byHeaders({ apiKey: [key.secret] })).toMatchObject({ ok: true })
})

const lockedOut = {
  ok: false,
  refusal: { code: 'api_key_disabled' },
  challenge: 'ApiKey realm="masthead", error="disabled_key"',
  access: { scopes: [] },
}

test('a revoked key is refused on the next request', async () => {
  const { key } = await stage()
  expect(await byHeaders({ apiKey: [key.secret] })).toMatchObject({ ok: true })
  await identity.setKey(key.id, { revoked_at: time })

  expect(await byHeaders({ apiKey: [key.secret] })).toMatchObject(lockedOut)
})

test('a key that is switched off is refused, and works again when switched on', async () => {
  const { key } = await stage()
  await identity.setKey(key.id, { disabled_at: time })
  expect(await byHeaders({ apiKey: [key.secret] })).toMatchObject(lockedOut)
  await identity.setKey(key.id, { disabled_at: null })

  expect(await byHeaders({ apiKey: [key.secret] })).toMatchObject({ ok: true })
})

test('a removed member loses the key on the next request', async () => {
  const { userId, key } = await stage('admin')
  expect(await byHeaders({ apiKey: [key.secret] })).toMatchObject({ ok: true })
  await identity.remove(userId)

  expect(await byHeaders({ apiKey: [key.secret] })).toMatchObject(lockedOut)
})

test('a disabled user loses the key on the next request', async () => {
  const { userId, key } = await stage('editor')
  await identity.disable(userId)

  expect(await byHeaders({ apiKey: [key.secret] })).toMatchObject(lockedOut)
})

test('a demotion narrows a key on the next call, and a promotion does not widen it', async () => {
  const { userId, organizationId } = await stage('editor')
  const key = await addKey(database, { organizationId, userId }, { now: time, scopes: ['content:read', 'asv:run'] })

  await identity.setRole(userId, 'viewer')
  const demoted = await byHeaders({ apiKey: [key.secret] })
  await identity.setRole(userId, 'admin')
  const promoted = await byHeaders({ apiKey: [key.secret] })

  expect(demoted).toMatchObject({
    access: { role: 'viewer', scopes: ['content:read'], grantedScopes: ['content:read', 'asv:run'] },
  })
  expect(promoted).toMatchObject({ access: { role: 'admin', scopes: ['content:read', 'asv:run'] } })
})

test('a suspended organization is admitted and marked: the runner refuses its agents', async () => {
  const { organizationId, key } = await stage()
  await database.asIdentity((db) =>
    db.updateTable('auth.organizations').set({ suspended_at: time }).where('id', '=', organizationId).execute(),
  )

  expect(await byHeaders({ apiKey: [key.secret] })).toMatchObject({
    ok: true,
    access: { organization: { suspended: true } },
  })
})

test('rotated keys share the principal of the first one', async () => {
  const { organizationId, userId, key } = await stage()
  const second = await addKey(database, { organizationId, userId }, { now: time })
  const third = await addKey(database, { organizationId, userId }, { now: time })
  await identity.setKey(second.id, { rotated_from: key.id })
  await identity.setKey(third.id, { rotated_from: second.id })

  expect(await byHeaders({ apiKey: [third.secret] })).toMatchObject({ access: { principal: key.id } })
})

test('the 1,201st request of a minute is 429, and of no effect on another key', async () => {
  const { organizationId, userId, key } = await stage()
  const other = await addKey(database, { organizationId, userId }, { now: time })
  await database.asIdentity((db) =>
    db.updateTable('auth.api_keys').set({ rate_per_min: 3 }).where('id', '=', key.id).execute(),
  )
  const answers = []
  for (let n = 0; n < 4; n++) answers.push(await byHeaders({ apiKey: [key.secret] }))

  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, false])
  expect(answers[3]).toMatchObject({
    refusal: { code: 'rate_limited', retryAfter: 60 },
    access: { rate: { limit: 3, remaining: 0 } },
  })
  expect(answers[3]).not.toHaveProperty('challenge')
  expect(await byHeaders({ apiKey: [other.secret] })).toMatchObject({ ok: true })
})

test('the database finds a key and counts its request in one statement', async () => {
  const { key } = await stage()
  await byHeaders({ apiKey: [key.secret] })
  const shared = byDatabase()
  queries = 0

  const first = await shared.byHeaders({ apiKey: [key.secret], authorization: [], address: '192.0.2.1', door: 'rest' })
  const second = await shared.byHeaders({ apiKey: [key.secret], authorization: [], address: '192.0.2.1', door: 'mcp' })

  expect([first, second]).toMatchObject([
    { access: { rate: { remaining: 1199 } } },
    { access: { rate: { remaining: 1198 } } },
  ])
  expect(queries).toBe(2)
  await shared.close()
})

test('a key that may not be used is counted nowhere, nor is a look without a request', async () => {
  const { userId, key } = await stage('editor')
  const shared = byDatabase()
  const call = { apiKey: [key.secret], authorization: [], address: '192.0.2.1', door: 'rest' } as const
  await identity.setKey(key.id, { disabled_at: time })
  await shared.byHeaders(call)
  await identity.setKey(key.id, { disabled_at: null })
  await shared.byHeaders({ ...call, uncounted: true })

  expect(await shared.byHeaders(call)).toMatchObject({ ok: true, access: { rate: { remaining: 1199 } } })
  await identity.disable(userId)
  expect(await shared.byHeaders(call)).toMatchObject(lockedOut)
  await shared.close()
})

test.each([
  ['in memory', () => admissionBy(() => memoryLimiter(() => time.getTime()))],
  ['in the database', byDatabase],
])(
  'counted %s, a key over its limit asks the database once a second, and is admitted at its reset',
  async (_, open) => {
    const { key } = await stage()
    await identity.setKey(key.id, { rate_per_min: 1 })
    const shared = open()
    const call = () => shared.byHeaders({ apiKey: [key.secret], authorization: [], address: '192.0.2.1', door: 'rest' })
    await call()
    expect(await call()).toMatchObject({ refusal: { code: 'rate_limited', retryAfter: 60 } })
    queries = 0

    later(999)
    expect(await call()).toMatchObject({ refusal: { code: 'rate_limited' }, access: { rate: { resetMs: 59_001 } } })
    expect(queries).toBe(0)
    await identity.setKey(key.id, { revoked_at: time })
    later(1)
    expect(await call()).toMatchObject(lockedOut)
    await identity.setKey(key.id, { revoked_at: null })
    later(58_500)
    expect(await call()).toMatchObject({ refusal: { code: 'rate_limited', retryAfter: 1 } })
    later(500)
    expect(await call()).toMatchObject({ ok: true })
    await shared.close()
  },
)

test('after 120 failures a minute from one network further failures are 429, a valid key is not', async () => {
  const { key } = await stage()
  const address = '2001:db8:0:7::1'
  for (let n = 0; n < 120; n++) await byHeaders({ apiKey: ['nonsense'], address })

  const neighbour = await byHeaders({ apiKey: ['nonsense'], address: '2001:db8:0:7:ffff::9' })
  const elsewhere = await byHeaders({ apiKey: ['nonsense'], address: '2001:db8:0:8::1' })
  const valid = await byHeaders({ apiKey: [key.secret], address })

  expect(neighbour).toMatchObject({ refusal: { code: 'rate_limited', retryAfter: 60 } })
  expect(elsewhere).toMatchObject({ refusal: { code: 'api_key_invalid' } })
  expect(valid).toMatchObject({ ok: true })
})

test('the first use of a key is written at once, later ones when they are flushed', async () => {
  const { key } = await stage()
  await byHeaders({ apiKey: [key.secret] })
  const first = await identity.key(key.id)
  const used = later(5000)
  await byHeaders({ apiKey: [key.secret], address: '::ffff:198.51.100.9' })
  const second = await identity.key(key.id)
  await admission.close()

  expect(first).toMatchObject({ last_used_ip_prefix: '192.0.2.1' })
  expect(second.last_used_at).toEqual(first.last_used_at)
  expect(await identity.key(key.id)).toMatchObject({ last_used_at: used, last_used_ip_prefix: '198.51.100.9' })
})

async function signIn(userId: UserId, organizationId: string | null) {
  const { token } = await database.asIdentity((db) =>
    openSession(db, { userId, organizationId, addressPrefix: '192.0.2.1', userAgent: undefined, now: time }),
  )
  return token
}

test('a session has the scopes of the role and is elevated for ten minutes', async () => {
  const { userId, organizationId } = await stage('viewer')
  const token = await signIn(userId, organizationId)

  expect(await admission.bySession(token, undefined)).toMatchObject({
    ok: true,
    access: {
      actor: { kind: 'user', userId, credentialType: 'session' },
      role: 'viewer',
      scopes: ['org:read', 'content:read', 'analytics:read', 'asv:read', 'audit:read', 'integrations:read'],
      principal: `ses-user:${userId}`,
      elevatedUntil: new Date(time.getTime() + 600_000),
      keyExpiresAt: null,
    },
  })
})

const slugOf = async (id: string) =>
  (
    await database.asIdentity((db) =>
      db.selectFrom('auth.organizations').select('slug').where('id', '=', id).executeTakeFirstOrThrow(),
    )
  ).slug

test('a tab may show another organization of the person, and no foreign one', async () => {
  const { userId, organizationId } = await stage()
  const other = await addOrganization(database, { name: 'Other' })
  const foreign = await addOrganization(database, { name: 'Foreign' })
  await database.asIdentity((db) =>
    db
      .insertInto('auth.memberships')
      .values({ organization_id: other.organizationId, user_id: userId, role: 'author' })
      .execute(),
  )
  const token = await signIn(userId, organizationId)

  for (const named of [other.organizationId, await slugOf(other.organizationId)])
    expect(await admission.bySession(token, named)).toMatchObject({
      ok: true,
      access: { organization: { id: other.organizationId }, role: 'author' },
    })
  const refusals = []
  for (const named of [
    foreign.organizationId,
    await slugOf(foreign.organizationId),
    newId('organization'),
    'nonsense',
    '',
    'a\0b',
  ])
    refusals.push(await admission.bySession(token, named))
  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
  expect(refusals[0]).toMatchObject({ ok: false, refusal: { code: 'not_found' } })
})

test('a session ends after 14 idle days, and after 90 days in any case', async () => {
  const { userId, organizationId } = await stage()
  const idle = await signIn(userId, organizationId)
  const busy = await signIn(userId, organizationId)
  for (let passed = 0; passed < 84; passed += 12) {
    later(12 * day)
    expect(await admission.bySession(busy, undefined)).toMatchObject({ ok: true })
  }

  expect(await admission.bySession(idle, undefined)).toMatchObject({ refusal: { code: 'unauthenticated' } })
  later(6 * day)
  expect(await admission.bySession(busy, undefined)).toMatchObject({ refusal: { code: 'unauthenticated' } })
})

test('a session is written at most every ten minutes', async () => {
  const { userId, organizationId } = await stage()
  const token = await signIn(userId, organizationId)
  const lastSeen = () =>
    database.asIdentity((db) =>
      db.selectFrom('auth.sessions').select('last_seen_at').where('user_id', '=', userId).executeTakeFirstOrThrow(),
    )
  const signedIn = time
  later(599_000)
  await admission.bySession(token, undefined)
  expect(await lastSeen()).toEqual({ last_seen_at: signedIn })
  later(1000)
  await admission.bySession(token, undefined)

  expect(await lastSeen()).toEqual({ last_seen_at: time })
})

test('a page of one person gets nothing by the session of another', async () => {
  const { userId, organizationId } = await stage()
  const token = await signIn(userId, organizationId)

  expect(await admission.bySession(token, organizationId, userId)).toMatchObject({ ok: true })
  expect(await admission.bySession(token, organizationId, newId('user'))).toMatchObject({
    ok: false,
    refusal: { code: 'unauthenticated' },
  })
})

test('nobody is signed in with a missing or made-up cookie, or as a disabled or removed person', async () => {
  const nobody = { ok: false, refusal: { code: 'unauthenticated' } }
  expect(await admission.bySession(undefined, undefined)).toMatchObject(nobody)
  expect(await admission.bySession('x'.repeat(43), undefined)).toMatchObject(nobody)

  const { userId, organizationId } = await stage()
  const token = await signIn(userId, organizationId)
  await identity.remove(userId)
  expect(await admission.bySession(token, undefined)).toMatchObject({ refusal: { code: 'not_found' } })
  await identity.disable(userId)
  expect(await admission.bySession(token, undefined)).toMatchObject(nobody)
})

test('a session without an organization is nobody in particular', async () => {
  const token = await signIn(await addUser(database), null)

  expect(await admission.bySession(token, undefined)).toMatchObject({ refusal: { code: 'not_found' } })
})
