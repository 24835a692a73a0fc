import { expect, test } from 'vitest'

import { identifyApiKey } from '#areas/account/credentials.ts'
import { hashOfApiKey } from '#areas/account/keys/api-key-secret.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'
import { addKey, addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { listApiKeys } from './list-api-keys.ts'
import { rotateApiKey } from './rotate-api-key.ts'

const hour = 3_600_000
const day = 24 * hour

async function session(role: Role = 'owner', maxKeyDays: number | null = null) {
  const { access, call, answerOf, database, rows } = await stage({ role })
  const elevated = {
    door: 'app' as const,
    as: {
      elevatedUntil: new Date(Date.now() + 60_000),
      organization: { ...access.organization, maxKeyDays },
    },
  }
  const owner = { organizationId: access.organization.id, userId: access.actor.userId }
  const identify = (secret: string, at = new Date()) =>
    database.asIdentity((db) => identifyApiKey(db, hashOfApiKey(secret) ?? Buffer.alloc(0), { now: at }))
  const change = (id: string, columns: { revoked_at?: Date; disabled_at?: Date; expires_at?: Date }) =>
    database.asIdentity((db) => db.updateTable('auth.api_keys').set(columns).where('id', '=', id).execute())
  return { access, call, answerOf, database, rows, elevated, owner, identify, change }
}

test('the successor has name, scopes and limit of the old key, and a secret of its own', async () => {
  const { access, call, database, elevated, owner, identify } = await session()
  const old = await addKey(database, owner, { name: 'Reporting', scopes: ['content:read'], days: 30 })
  await database.asIdentity((db) =>
    db.updateTable('auth.api_keys').set({ rate_per_min: 77 }).where('id', '=', old.id).execute(),
  )

  const made = await call(rotateApiKey, { keyId: old.id, overlapHours: 24 }, elevated)

  expect(made).toMatchObject({
    name: 'Reporting',
    scopes: ['content:read'],
    status: 'active',
    rotatedFrom: old.id,
    rotatedTo: null,
    createdBy: { userId: access.actor.userId },
    previous: { id: old.id },
  })
  expect(made.secret).not.toBe(old.secret)
  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(30 * day)
  expect((await identify(made.secret))?.identity.ratePerMinute).toBe(77)
})

test('both keys are one principal, so that a retry across the change has one effect', async () => {
  const { call, database, elevated, owner, identify } = await session()
  const first = await addKey(database, owner)
  const second = await call(rotateApiKey, { keyId: first.id, overlapHours: 168 }, elevated)
  const third = await call(rotateApiKey, { keyId: second.id, overlapHours: 168 }, elevated)

  const principals = await Promise.all([first.secret, second.secret, third.secret].map((secret) => identify(secret)))

  expect(principals.map((one) => [one?.refusal, one?.identity.principal])).toEqual([
    [undefined, first.id],
    [undefined, first.id],
    [undefined, first.id],
  ])
})

test.each([
  [0, 0],
  [1, hour],
  [24, day],
  [168, 7 * day],
] as const)('with an overlap of %d hours the old key ends then', async (overlapHours, lives) => {
  const { call, database, elevated, owner, identify } = await session()
  const old = await addKey(database, owner)

  const { createdAt, previous } = await call(rotateApiKey, { keyId: old.id, overlapHours }, elevated)

  const end = Date.parse(createdAt) + lives
  expect(Date.parse(previous.expiresAt)).toBe(end)
  expect((await identify(old.secret, new Date(end)))?.refusal?.code).toBe('api_key_expired')
  expect((await identify(old.secret, new Date(end - 1)))?.refusal).toBeUndefined()
})

test('the old key ends at once unless an overlap is asked for', async () => {
  const { call, database, elevated, owner, identify } = await session()
  const old = await addKey(database, owner)

  await call(rotateApiKey, { keyId: old.id }, elevated)

  expect((await identify(old.secret))?.refusal?.code).toBe('api_key_expired')
})

test('an overlap never lengthens the life of the old key', async () => {
  const { call, database, elevated, owner } = await session()
  const old = await addKey(database, owner, { days: 1 })
  const { items } = await call(listApiKeys, {})

  const { previous } = await call(rotateApiKey, { keyId: old.id, overlapHours: 168 }, elevated)

  expect(previous.expiresAt).toBe(items.find(({ id }) => id === old.id)?.expiresAt)
})

test('the longest life that the organization allows bounds the successor', async () => {
  const { call, database, elevated, owner } = await session('owner', 30)
  const old = await addKey(database, owner)

  await expect(call(rotateApiKey, { keyId: old.id, expiresInDays: 31 }, elevated)).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/expiresInDays' }],
  })
  const made = await call(rotateApiKey, { keyId: old.id }, elevated)

  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(30 * day)
})

test('a key has one successor, unless that one was revoked', async () => {
  const { call, database, elevated, owner, change } = await session()
  const old = await addKey(database, owner)
  const made = await call(rotateApiKey, { keyId: old.id, overlapHours: 24 }, elevated)

  await expect(call(rotateApiKey, { keyId: old.id, overlapHours: 24 }, elevated)).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'rotated' },
  })
  await change(made.id, { revoked_at: new Date() })

  expect(await call(rotateApiKey, { keyId: old.id, overlapHours: 1 }, elevated)).toMatchObject({ rotatedFrom: old.id })
})

test('of several rotations at once one makes the successor', async () => {
  const { call, database, elevated, owner } = await session()
  const old = await addKey(database, owner)

  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, () => call(rotateApiKey, { keyId: old.id, overlapHours: 24 }, elevated)),
  )

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await call(listApiKeys, {})).items.filter(({ rotatedFrom }) => rotatedFrom === old.id)).toHaveLength(1)
})

test('a key that was switched off, revoked or has expired does not come back as another', async () => {
  const { call, database, elevated, owner, change } = await session()
  const past = new Date(Date.now() - 1000)
  for (const [state, columns] of [
    ['disabled', { disabled_at: past }],
    ['revoked', { revoked_at: past }],
    ['expired', { expires_at: past }],
  ] as const) {
    const key = await addKey(database, owner)
    await change(key.id, columns)

    await expect(call(rotateApiKey, { keyId: key.id }, elevated)).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { state },
    })
  }
})

test('nobody rotates the key of another person, not even an owner', async () => {
  const { access, call, database, elevated, identify } = await session()
  const userId = await addMember(database, access.organization.id, 'author')
  const key = await addKey(database, { organizationId: access.organization.id, userId })

  await expect(call(rotateApiKey, { keyId: key.id }, elevated)).rejects.toMatchObject({ code: 'role_forbidden' })
  expect((await identify(key.secret))?.refusal).toBeUndefined()
})

test('a viewer rotates an own key', async () => {
  const { call, database, elevated, owner } = await session('viewer')
  const key = await addKey(database, owner, { scopes: ['content:read'] })

  await expect(call(rotateApiKey, { keyId: key.id }, elevated)).resolves.toMatchObject({ rotatedFrom: key.id })
})

test('it needs the password just entered, and a person', async () => {
  const { call, database, owner } = await session()
  const key = await addKey(database, owner)

  await expect(call(rotateApiKey, { keyId: key.id }, { door: 'app' })).rejects.toMatchObject({
    code: 'elevation_required',
  })
  await expect(call(rotateApiKey, { keyId: key.id })).rejects.toMatchObject({
    code: 'operation_excluded',
    details: { category: 'credential_secret_creation' },
  })
})

test('the secret is in the one answer and nowhere else', async () => {
  const { answerOf, call, database, elevated, owner, rows } = await session()
  const key = await addKey(database, owner)

  const answer = await answerOf(rotateApiKey, { keyId: key.id }, { ...elevated, idempotencyKey: 'again' })

  const { secret } = JSON.parse(answer.body).result as { secret: string }
  expect(answer.showsSecret).toBe(true)
  const kept = await rows(async ({ db }) => [
    await db.selectFrom('audit_record').selectAll().execute(),
    await db.selectFrom('idempotency_key').selectAll().execute(),
  ])
  expect(JSON.stringify(kept)).not.toContain(secret.slice(6, 36))
  expect(JSON.stringify(await call(listApiKeys, {}))).not.toContain(secret.slice(6, 36))
})

test('an unknown and a foreign key answer the same', async () => {
  const foreign = await session()
  const theirs = await addKey(foreign.database, foreign.owner)
  const { call, elevated } = await session()

  const answers = []
  for (const keyId of [newId('apiKey'), theirs.id])
    answers.push(await call(rotateApiKey, { keyId }, elevated).catch((error: unknown) => error))

  for (const answer of answers) expect(answer).toMatchObject({ code: 'not_found' })
  expect(new Set(answers.map(String)).size).toBe(1)
  expect((await foreign.identify(theirs.secret))?.refusal).toBeUndefined()
})

test.each([
  [{ overlapHours: 2 }, '/input/overlapHours'],
  [{ overlapHours: -1 }, '/input/overlapHours'],
  [{ overlapHours: '24' }, '/input/overlapHours'],
  [{ expiresInDays: 366 }, '/input/expiresInDays'],
  [{ name: 'Another' }, '/input/name'],
  [{ scopes: ['org:write'] }, '/input/scopes'],
])('%j is refused at %s', async (given, path) => {
  const { answerOf, database, elevated, owner } = await session()
  const key = await addKey(database, owner)

  const answer = await answerOf(rotateApiKey, { keyId: key.id, ...given }, elevated)

  expect(answer.status).toBe(422)
  expect(JSON.parse(answer.body).error.details[0].path).toBe(path)
})
