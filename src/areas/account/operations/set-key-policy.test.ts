import { expect, test } from 'vitest'

import { identifyApiKey } from '#areas/account/credentials.ts'
import { hashOfApiKey } from '#areas/account/keys/api-key-secret.ts'
import { addKey } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { listApiKeys } from './list-api-keys.ts'
import { setKeyPolicy } from './set-key-policy.ts'

const web = { door: 'app' as const }

test('the next request knows the new limit, and keys that exist keep their expiry', async () => {
  const { access, call, database } = await stage()
  const owner = { organizationId: access.organization.id, userId: access.actor.userId }
  const key = await addKey(database, owner, { days: 200 })
  const before = (await call(listApiKeys, {})).items
  const limitNow = async () =>
    (
      await database.asIdentity((db) =>
        identifyApiKey(db, hashOfApiKey(key.secret) ?? Buffer.alloc(0), { now: new Date() }),
      )
    )?.identity.organization.maxKeyDays

  expect(await call(setKeyPolicy, { maxKeyDays: 30 }, web)).toEqual({ maxKeyDays: 30 })

  expect(await limitNow()).toBe(30)
  expect((await call(listApiKeys, {})).items).toEqual(before)
  await call(setKeyPolicy, { maxKeyDays: null }, web)
  expect(await limitNow()).toBeNull()
})

test('the list of keys tells how long a new one can live', async () => {
  const { access, call } = await stage()

  expect((await call(listApiKeys, {})).maxKeyDays).toBe(365)
  const limited = { as: { organization: { ...access.organization, maxKeyDays: 7 } } }
  expect((await call(listApiKeys, {}, limited)).maxKeyDays).toBe(7)
})

test.each(['admin', 'editor', 'viewer'] as const)('an %s does not set it', async (role) => {
  const { call } = await stage({ role })

  await expect(call(setKeyPolicy, { maxKeyDays: 30 }, web)).rejects.toMatchObject({
    code: 'role_forbidden',
    details: { requiredRole: 'owner' },
  })
})

test('an agent does not set it', async () => {
  const { call } = await stage()

  await expect(call(setKeyPolicy, { maxKeyDays: 30 })).rejects.toMatchObject({ code: 'operation_excluded' })
})

test.each([0, 366, 1.5, '30'])('%j days are refused', async (maxKeyDays) => {
  const { answerOf } = await stage()

  expect((await answerOf(setKeyPolicy, { maxKeyDays }, web)).status).toBe(422)
})

test('another organization keeps its own', async () => {
  const [one, two] = [await stage(), await stage()]

  await one.call(setKeyPolicy, { maxKeyDays: 5 }, web)

  const [row] = await two.rows(({ db }) => db.selectFrom('auth.organizations').select('max_key_days').execute())
  expect(row?.max_key_days).toBeNull()
})
