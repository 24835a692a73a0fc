import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { Answer } from '#test/client.ts'
import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
let owner: Awaited<ReturnType<TestServer['addOrganization']>>
beforeAll(async () => {
  server = await openServer()
  owner = await server.addOrganization('Northwind Media')
})
afterAll(() => server.close())

const quota = 1200
const listed = (key: string) => server.client.call(key, 'listCollections', {})
const outcome = ({ status, json, headers }: Answer) => [status, json.error?.code, headers.get('www-authenticate')]
const revoked = [401, 'api_key_disabled', 'ApiKey realm="masthead", error="disabled_key"']

test('a revoked key ends with the next request, and the refused call has its record', async () => {
  const { client } = server
  const { id, secret } = await client.newKey(owner.cookie)
  expect((await listed(secret)).status).toBe(200)

  expect((await client.inApp(owner.cookie, 'revokeApiKey', { keyId: id }, { confirm: true })).status).toBe(200)
  const refused = await listed(secret)

  expect(outcome(refused)).toEqual(revoked)
  expect(await recordsOf(id)).toEqual([
    { operation: 'listCollections', status: 'succeeded', code: null, occurrences: 1 },
    { operation: 'listCollections', status: 'rejected', code: 'api_key_disabled', occurrences: 1 },
  ])
})

test('an expired key says so', async () => {
  const { id, secret } = await server.client.newKey(owner.cookie)
  await server.database.asIdentity((db) =>
    db
      .updateTable('auth.api_keys')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute(),
  )

  expect(outcome(await listed(secret))).toEqual([
    401,
    'api_key_expired',
    'ApiKey realm="masthead", error="expired_key"',
  ])
})

test('a page of another origin may read on either door what an answer says about its key', async () => {
  const { client } = server
  const { id, secret } = await client.newKey(owner.cookie)
  await server.database.asIdentity((db) =>
    db
      .updateTable('auth.api_keys')
      .set({ expires_at: new Date(Date.now() + 3 * 86_400_000) })
      .where('id', '=', id)
      .execute(),
  )
  const headers = { 'X-API-Key': secret, 'Content-Type': 'application/json', Origin: server.url }
  const ask = (path: string, body: object) => client.send(path, { method: 'POST', headers, body: JSON.stringify(body) })

  const answers = [
    await ask('/v2/tools/listCollections', { input: {} }),
    await ask('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }),
  ]

  for (const { status, headers: told } of answers) {
    expect([status, told.get('x-api-key-warning')]).toEqual([200, 'expires in 3 days'])
    const exposed = (told.get('access-control-expose-headers') ?? '').toLowerCase().split(', ')
    for (const name of ['x-api-key-expires-at', 'x-api-key-warning', 'ratelimit', 'ratelimit-policy', 'x-request-id'])
      expect([told.has(name), exposed.includes(name)], name).toEqual([true, true])
  }
})

test('what is no key, and none at all, are told apart and never pushed from one to the other', async () => {
  const { client } = server
  const unknown = `mh_sk_${'0'.repeat(43)}`
  const bearer = (value: string) => client.send('/v2/tools', { headers: { Authorization: `Bearer ${value}` } })
  const metadata = `Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/v2"`

  expect(outcome(await listed(unknown))).toEqual([
    401,
    'api_key_invalid',
    'ApiKey realm="masthead", error="invalid_key"',
  ])
  expect(outcome(await bearer(unknown))).toEqual([
    401,
    'api_key_invalid',
    'ApiKey realm="masthead", error="invalid_key"',
  ])
  expect(outcome(await client.send('/v2/tools'))).toEqual([
    401,
    'unauthenticated',
    `${metadata}, scope="org:read content:read"`,
  ])
  expect(outcome(await bearer('something'))).toEqual([
    401,
    'invalid_token',
    `${metadata}, error="invalid_token", error_description="The access token is not valid"`,
  ])
})

test('a removed member and a disabled person are out with the next request, a replay included', async () => {
  for (const end of [
    (userId: string) =>
      server.database.asIdentity((db) => db.deleteFrom('auth.memberships').where('user_id', '=', userId).execute()),
    (userId: string) =>
      server.database.asIdentity((db) =>
        db.updateTable('auth.users').set({ disabled_at: new Date() }).where('id', '=', userId).execute(),
      ),
  ]) {
    const { client } = server
    const gone = await server.addOrganization(`Leaving ${Math.random().toString(36).slice(2)}`)
    const { secret } = await client.newKey(gone.cookie)
    const once = { idempotencyKey: 'first' }
    const input = { collectionId: 'articles', title: 'Written before' }
    expect((await client.call(secret, 'createItem', input, once)).status).toBe(200)
    expect((await client.inApp(gone.cookie, 'listCollections', {})).status).toBe(200)

    await end(gone.userId)

    const replay = await client.call(secret, 'createItem', input, once)
    expect(outcome(replay)).toEqual(revoked)
    expect(replay.text).not.toContain('Written before')
    const inApp = await client.inApp(gone.cookie, 'listCollections', {})
    expect([401, 403, 404]).toContain(inApp.status)
    expect(inApp.text).not.toContain('articles')
  }
})

test('a narrowed role is refused, a replay included', async () => {
  const { client, database } = server
  const narrowed = await server.addOrganization('Narrowed Media')
  const { secret } = await client.newKey(narrowed.cookie)
  const input = { collectionId: 'articles', title: 'Written as an owner' }
  await client.call(secret, 'createItem', input, { idempotencyKey: 'first' })

  await database.asIdentity((db) =>
    db.updateTable('auth.memberships').set({ role: 'viewer' }).where('user_id', '=', narrowed.userId).execute(),
  )

  const replay = await client.call(secret, 'createItem', input, { idempotencyKey: 'first' })
  expect(outcome(replay)).toEqual([403, 'role_forbidden', null])
  expect((await listed(secret)).status).toBe(200)
})

test('the call after the quota is 429, says when to come back, and all throttled calls are one record', async () => {
  const { client } = server
  const throttled = await server.addOrganization('Busy Media')
  const { id, secret } = await client.newKey(throttled.cookie)
  const discover = () => client.send('/v2/tools?search=none', { headers: { 'X-API-Key': secret } })

  const statuses: number[] = []
  await Promise.all(
    Array.from({ length: 8 }, async (_, lane) => {
      for (let n = lane; n < quota; n += 8) statuses.push((await discover()).status)
    }),
  )
  const over = await Promise.all(Array.from({ length: 5 }, () => listed(secret)))

  expect(new Set(statuses)).toEqual(new Set([200]))
  for (const { status, json, headers } of over) {
    const wait = Number(headers.get('retry-after'))
    expect([status, json.error.code, json.error.details]).toEqual([429, 'rate_limited', { retryAfter: wait }])
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    expect(headers.get('ratelimit-policy')).toBe(`"key";q=${quota};w=60`)
    expect(headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/)
    expect(headers.has('www-authenticate')).toBe(false)
  }
  // The same person in the web application is not affected.
  expect((await client.inApp(throttled.cookie, 'listCollections', {})).status).toBe(200)
  expect(await recordsOf(id, throttled.organizationId)).toEqual([])
  // Written at the end of the minute, or when the server ends.
  server = await server.restart()
  expect(await recordsOf(id, throttled.organizationId)).toEqual([
    { operation: 'listCollections', status: 'rejected', code: 'rate_limited', occurrences: 5 },
  ])
})

function recordsOf(keyId: string, organizationId = owner.organizationId) {
  return server.database.forOrganization({ organizationId }, 'read', ({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['operation', 'status', 'code', 'occurrences'])
      .where('credential_id', '=', keyId)
      .orderBy('id')
      .execute(),
  )
}
