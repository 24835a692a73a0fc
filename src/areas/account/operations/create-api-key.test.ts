import { expect, test } from 'vitest'

import { hashOfApiKey } from '#areas/account/keys/api-key-secret.ts'
import { stage } from '#test/stage.ts'

import { createApiKey } from './create-api-key.ts'

const day = 86_400_000
const soon = () => new Date(Date.now() + 60_000)

async function session(person: Parameters<typeof stage>[0] = {}, maxKeyDays: number | null = null) {
  const { access, call, answerOf, rows } = await stage(person)
  const elevated = {
    door: 'app' as const,
    as: { elevatedUntil: soon(), organization: { ...access.organization, maxKeyDays } },
  }
  return { access, call, answerOf, rows, elevated }
}

test('a new key is shown once and stored as its hash alone', async () => {
  const { access, call, rows, elevated } = await session()

  const made = await call(createApiKey, { name: 'Reporting', scopes: ['content:read', 'org:read'] }, elevated)

  expect(made).toMatchObject({
    name: 'Reporting',
    status: 'active',
    scopes: ['org:read', 'content:read'],
    createdBy: { userId: access.actor.userId, name: 'Person of the test' },
    prefix: made.secret.slice(0, 8),
    last4: made.secret.slice(32, 36),
    lastUsedAt: null,
  })
  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBeGreaterThan(90 * day - 60_000)
  expect(hashOfApiKey(made.secret)).toBeDefined()
  const records = await rows(({ db }) => db.selectFrom('audit_record').selectAll().execute())
  expect(records).toHaveLength(1)
  expect(JSON.stringify(records)).not.toContain(made.secret.slice(6, 36))
})

test('the answer is marked as one that shows a secret', async () => {
  const { answerOf, elevated } = await session()

  expect(await answerOf(createApiKey, { name: 'Key', scopes: ['org:read'] }, elevated)).toMatchObject({
    status: 200,
    showsSecret: true,
  })
})

test('a key in the name of another one is masked', async () => {
  const { call, rows, elevated } = await session()
  const { secret } = await call(createApiKey, { name: 'First', scopes: ['org:read'] }, elevated)

  const made = await call(createApiKey, { name: `Like ${secret}`, scopes: ['org:read'] }, elevated)

  expect(made.name).toBe('Like mh_sk_[redacted]')
  expect(JSON.stringify(await rows(({ db }) => db.selectFrom('auth.api_keys').select('name').execute()))).not.toContain(
    secret,
  )
})

test('an agent cannot make a key', async () => {
  const { call } = await session()

  await expect(call(createApiKey, { name: 'Key', scopes: ['org:read'] })).rejects.toMatchObject({
    code: 'operation_excluded',
    details: { category: 'credential_secret_creation' },
  })
})

test('a session that is not elevated, or not any more, is asked for the password', async () => {
  const { call } = await session()

  for (const elevatedUntil of [null, new Date(Date.now() - 1)])
    await expect(
      call(createApiKey, { name: 'Key', scopes: ['org:read'] }, { door: 'app', as: { elevatedUntil } }),
    ).rejects.toMatchObject({ code: 'elevation_required' })
})

test('a viewer makes keys that read, and none with a scope beyond the role', async () => {
  const { call, elevated } = await session({ role: 'viewer' })

  await expect(call(createApiKey, { name: 'Key', scopes: ['content:read'] }, elevated)).resolves.toBeDefined()
  await expect(
    call(createApiKey, { name: 'Key', scopes: ['content:read', 'content:write'] }, elevated),
  ).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/scopes/1', code: 'scope_not_allowed' }],
  })
})

test('the longest life that the organization allows bounds what is asked and what is the default', async () => {
  const { call, elevated } = await session({}, 30)

  const made = await call(createApiKey, { name: 'Key', scopes: ['org:read'] }, elevated)

  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBeLessThanOrEqual(30 * day)
  await expect(
    call(createApiKey, { name: 'Key', scopes: ['org:read'], expiresInDays: 31 }, elevated),
  ).rejects.toMatchObject({ code: 'validation_failed', details: [{ path: '/input/expiresInDays' }] })
})

test.each([
  [{ name: ' ', scopes: ['org:read'] }, '/input/name'],
  [{ name: 'Key', scopes: [] }, '/input/scopes'],
  [{ name: 'Key', scopes: ['everything'] }, '/input/scopes/0'],
  [{ name: 'Key', scopes: ['org:read'], expiresInDays: 0 }, '/input/expiresInDays'],
  [{ name: 'Key', scopes: ['org:read'], expiresInDays: 366 }, '/input/expiresInDays'],
  [{ name: 'Key', scopes: ['org:read'], expiresInDays: 1.5 }, '/input/expiresInDays'],
])('%j is refused at %s', async (input, path) => {
  const { answerOf, elevated } = await session()

  const answer = await answerOf(createApiKey, input, elevated)

  expect(answer.status).toBe(422)
  expect(JSON.parse(answer.body)).toMatchObject({ error: { details: [{ path }] } })
})
