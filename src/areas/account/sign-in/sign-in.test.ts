import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { personOfSession } from '#areas/account/people/people.ts'
import type { UserId } from '#kernel/ids.ts'
import { noMail } from '#kernel/mail.ts'
import type { Passwords } from '#kernel/passwords.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { hashOf } from '#kernel/tokens.ts'
import { openTestDatabase } from '#test/database.ts'
import { addOrganization } from '#test/people.ts'
import { testVault } from '#test/vault.ts'

import { createPasswords } from './passwords.ts'
import { elevate, signIn, type SignInParts } from './sign-in.ts'

const minute = 60_000
const password = 'correct horse battery staple'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let vault: Sealing
let time: Date
let computed: (string | null)[]
let parts: SignInParts

beforeAll(async () => {
  database = await openTestDatabase()
  vault = await testVault()
})
afterAll(() => database.close())

beforeEach(() => {
  time = new Date('2026-05-01T12:00:00.000Z')
  computed = []
  const passwords = createPasswords({ ln: 8, r: 8, p: 1 })
  const watched: Passwords = {
    ...passwords,
    verify(given, phc) {
      computed.push(phc)
      return passwords.verify(given, phc)
    },
  }
  parts = {
    asIdentity: database.asIdentity,
    passwords: watched,
    sealing: vault,
    mail: noMail,
    baseUrl: () => 'https://masthead.test',
    recordRecoveryCode: async () => {},
    now: () => time,
    moment: () => time,
  }
})

const later = (ms: number) => (time = new Date(time.getTime() + ms))

async function person(cost?: { ln: number; r: number; p: number }) {
  const { userId, organizationId } = await addOrganization(database)
  const hashing = cost === undefined ? parts.passwords : createPasswords(cost)
  await change(userId, { password_phc: await hashing.hash(password) })
  const email = `${userId}@example.com`
  return { userId, organizationId, email }
}

const change = (userId: UserId, values: { password_phc?: string; disabled_at?: Date }) =>
  database.asIdentity((db) => db.updateTable('auth.users').set(values).where('id', '=', userId).execute())

const attempt = (email: string, given: string, more: { addressPrefix?: string; earlierToken?: string } = {}) =>
  signIn(parts, {
    email,
    password: given,
    addressPrefix: more.addressPrefix ?? '192.0.2.1',
    userAgent: 'Test browser',
    earlierToken: more.earlierToken,
  })

const whoIs = (token: string) => database.asIdentity((db) => personOfSession(db, hashOf(token), time))

test('the right password signs in, into the organization of the person, elevated', async () => {
  const { email, userId, organizationId } = await person()

  const { token, elevatedUntil } = await attempt(`  ${email.toUpperCase()} `, password)

  expect(elevatedUntil).toEqual(new Date(time.getTime() + 10 * minute))
  expect(await whoIs(token)).toMatchObject({
    user: { id: userId, email },
    organizations: [{ id: organizationId, role: 'owner', plan: 'authority' }],
    activeOrganizationId: organizationId,
    elevatedUntil,
  })
})

test('an unknown address, a wrong password, a disabled and a passwordless person are refused alike', async () => {
  const [known, disabled, passwordless] = [await person(), await person(), await addOrganization(database)]
  await change(disabled.userId, { disabled_at: time })
  const tries = [
    ['nobody@example.com', password],
    [known.email, 'another password'],
    [disabled.email, password],
    [`${passwordless.userId}@example.com`, password],
  ] as const

  const errors = []
  for (const [email, given] of tries) errors.push(await attempt(email, given).catch((error: unknown) => error))

  for (const error of errors) expect(error).toMatchObject({ code: 'invalid_credentials', status: 401 })
  expect(new Set(errors.map(String)).size).toBe(1)
  // One computation each, also where there is nothing to compare with.
  expect(computed.map((phc) => phc === null)).toEqual([true, false, true, true])
})

test('after ten failures in 15 minutes the account waits, from this network, and then the right password works', async () => {
  const { email } = await person()
  for (let n = 0; n < 10; n++) {
    await expect(attempt(email, 'wrong password')).rejects.toMatchObject({ code: 'invalid_credentials' })
    later(1000)
  }

  await expect(attempt(email, password)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 890 })
  expect(computed).toHaveLength(10)
  await expect(attempt(email, password, { addressPrefix: '198.51.100.1' })).resolves.toBeDefined()
  later(890_000)
  await expect(attempt(email, password)).resolves.toBeDefined()
})

test('the right password ends the count of the wrong ones', async () => {
  const { email } = await person()
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 9; n++) await attempt(email, 'wrong password').catch(() => undefined)
    await expect(attempt(email, password)).resolves.toBeDefined()
  }
})

test('twenty attempts at once count like twenty one after another', async () => {
  const { email } = await person()

  const all = await Promise.allSettled(Array.from({ length: 20 }, () => attempt(email, 'wrong password')))

  const codes = all.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : ''))
  expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(10)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(10)
})

test('signing in again ends the session that the browser had', async () => {
  const { email } = await person()
  const first = await attempt(email, password)

  const second = await attempt(email, password, { earlierToken: first.token })

  expect(await whoIs(first.token)).toBeUndefined()
  expect(await whoIs(second.token)).toBeDefined()
})

test('a hash of an older cost is renewed at sign-in', async () => {
  const { email, userId } = await person({ ln: 4, r: 8, p: 1 })
  await attempt(email, password)

  const row = await database.asIdentity((db) =>
    db.selectFrom('auth.users').select('password_phc').where('id', '=', userId).executeTakeFirstOrThrow(),
  )
  expect(row.password_phc).toMatch(/^\$scrypt\$ln=8,/)
  await expect(attempt(email, password)).resolves.toBeDefined()
})

test('the password entered again elevates for ten minutes under a new token', async () => {
  const { email } = await person()
  const { token } = await attempt(email, password)
  later(11 * minute)
  expect(await whoIs(token)).toMatchObject({ elevatedUntil: null })

  await expect(elevate(parts, { token, password: 'wrong password', addressPrefix: '192.0.2.1' })).rejects.toMatchObject(
    { code: 'invalid_credentials' },
  )
  const elevated = await elevate(parts, { token, password, addressPrefix: '192.0.2.1' })

  expect(await whoIs(token)).toBeUndefined()
  expect(await whoIs(elevated.token)).toMatchObject({ elevatedUntil: new Date(time.getTime() + 10 * minute) })
})

test('a session that has ended cannot be elevated', async () => {
  const { email } = await person()
  const { token } = await attempt(email, password)
  later(15 * 24 * 60 * minute)

  await expect(elevate(parts, { token, password, addressPrefix: '192.0.2.1' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})
