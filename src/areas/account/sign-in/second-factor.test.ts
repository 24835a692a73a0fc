import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { personOfSession } from '#areas/account/people/people.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Message } from '#kernel/mail.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { hashOf } from '#kernel/tokens.ts'
import { openTestDatabase } from '#test/database.ts'
import { addOrganization } from '#test/people.ts'
import { testVault } from '#test/vault.ts'

import { createPasswords } from './passwords.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { beginEnrolment, finishEnrolment, hasCompletedSecondFactor, takeTotpCode } from './second-factor.ts'
import { openSession } from './sessions.ts'
import { elevate, type RecoveryCodeUse, signIn, type SignInParts } from './sign-in.ts'
import { sealTotpSecret } from './totp-secrets.ts'
import { newTotpSecret, stepAt, totpCode } from './totp.ts'

const password = 'correct horse battery staple'
const minute = 60_000
const addressPrefix = '192.0.2.1'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let vault: Sealing
let time: Date
let parts: SignInParts
let mails: Message[]
let uses: RecoveryCodeUse[]

beforeAll(async () => {
  database = await openTestDatabase()
  vault = await testVault()
})
afterAll(() => database.close())
beforeEach(() => {
  time = new Date('2026-05-01T12:00:00.000Z')
  mails = []
  uses = []
  parts = {
    asIdentity: database.asIdentity,
    passwords: createPasswords({ ln: 4, r: 8, p: 1 }),
    sealing: vault,
    mail: { isConfigured: true, queue: async (_db, message) => void mails.push(message) },
    baseUrl: () => 'https://masthead.test',
    recordRecoveryCode: async (_db, use) => void uses.push(use),
    now: () => time,
    moment: () => time,
  }
})

const later = (ms: number) => (time = new Date(time.getTime() + ms))

/** A person with an enrolled authenticator app, and their recovery codes. */
async function person() {
  const { userId, organizationId } = await addOrganization(database)
  const phc = await parts.passwords.hash(password)
  const secret = newTotpSecret()
  const codes = await database.asIdentity(async (db) => {
    await db.updateTable('auth.users').set({ password_phc: phc }).where('id', '=', userId).execute()
    await beginEnrolment(db, { userId, sealed: sealTotpSecret(vault, userId, secret), now: time })
    await finishEnrolment(db, userId, time)
    return replaceRecoveryCodes(db, userId, time)
  })
  const codeAt = (steps = 0) => totpCode(secret, stepAt(time) + steps)
  return { userId, organizationId, email: `${userId}@example.com`, codes, codeAt }
}

const attempt = (email: string, given: { password?: string; code?: string } = {}) =>
  signIn(parts, { email, password, addressPrefix, userAgent: undefined, earlierToken: undefined, ...given })
const whoIs = (token: string) => database.asIdentity((db) => personOfSession(db, hashOf(token), time))
const sessionsOf = (userId: UserId) =>
  database.asIdentity((db) => db.selectFrom('auth.sessions').select('id').where('user_id', '=', userId).execute())

test('the password alone makes no session', async () => {
  const { email, userId } = await person()

  await expect(attempt(email)).rejects.toMatchObject({ code: 'second_factor_required', status: 401 })
  expect(await sessionsOf(userId)).toEqual([])
})

test('a wrong password is refused before a code is asked for', async () => {
  const { email, codeAt } = await person()

  await expect(attempt(email, { password: 'wrong password' })).rejects.toMatchObject({ code: 'invalid_credentials' })
  await expect(attempt(email, { password: 'wrong password', code: codeAt() })).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
})

test('password and code sign in, and the session has passed the second factor', async () => {
  const { email, codeAt } = await person()

  const { token } = await attempt(email, { code: codeAt() })

  const session = await whoIs(token)
  expect(session).toMatchObject({ hasSecondFactor: true, secondFactorAt: time })
  expect(session?.elevatedUntil).toEqual(new Date(time.getTime() + 10 * minute))
  expect(session !== undefined && hasCompletedSecondFactor(session)).toBe(true)
  expect(mails).toEqual([])
})

test('no code works twice, nor one of an earlier step', async () => {
  const { email, codeAt } = await person()
  await attempt(email, { code: codeAt() })

  await expect(attempt(email, { code: codeAt() })).rejects.toMatchObject({ code: 'invalid_credentials' })
  await expect(attempt(email, { code: codeAt(-1) })).rejects.toMatchObject({ code: 'invalid_credentials' })
  await expect(attempt(email, { code: codeAt(1) })).resolves.toBeDefined()
})

test('one code given in ten places at once is taken once', async () => {
  const { userId, codeAt } = await person()
  const given = { userId, code: codeAt(), now: time }

  const taken = await Promise.all(
    Array.from({ length: 10 }, () => database.asIdentity((db) => takeTotpCode(db, vault, given))),
  )

  expect(taken.filter(Boolean)).toHaveLength(1)
})

test('a wrong code counts as an attempt of the account and of its codes', async () => {
  const { email, codeAt } = await person()
  const wrong = String((Number(codeAt()) + 1) % 1_000_000).padStart(6, '0')
  for (let n = 0; n < 10; n++)
    await expect(attempt(email, { code: wrong })).rejects.toMatchObject({ code: 'invalid_credentials' })

  await expect(attempt(email, { code: codeAt() })).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 900 })
})

test('a person with the password cannot try codes from one network after another', async () => {
  const { email } = await person()
  const from = (n: number) =>
    signIn(parts, {
      email,
      password,
      code: '000000',
      addressPrefix: `198.51.100.${n}`,
      userAgent: undefined,
      earlierToken: undefined,
    }).catch((error: { code: string }) => error.code)

  const codes = []
  for (let n = 0; n < 33; n++) codes.push(await from(n))

  expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(30)
  expect(codes.slice(30)).toEqual(['rate_limited', 'rate_limited', 'rate_limited'])
})

test('a recovery code signs in once, is recorded and told to its person', async () => {
  const { email, userId, organizationId, codes } = await person()
  const [code = ''] = codes
  expect(codes).toHaveLength(10)
  expect(codes.every((each) => /^[2-9a-z]{4}(-[2-9a-z]{4}){3}$/.test(each))).toBe(true)

  const { token } = await attempt(email, { code: ` ${code.toUpperCase().replaceAll('-', ' ')}` })

  expect(await whoIs(token)).toMatchObject({ secondFactorAt: time })
  expect(uses).toMatchObject([{ userId, organizationId, left: 9, at: time }])
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'A recovery code was used']])
  await expect(attempt(email, { code })).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(await database.asIdentity((db) => countRecoveryCodes(db, userId))).toEqual({ left: 9, lastUsedAt: time })
})

test('a recovery code of one person is none of another', async () => {
  const [one, other] = [await person(), await person()]

  await expect(attempt(one.email, { code: other.codes[0] ?? '' })).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
})

test('recovery codes are stored as hashes', async () => {
  const { userId, codes } = await person()
  const rows = await database.asIdentity((db) =>
    db.selectFrom('auth.recovery_codes').selectAll().where('user_id', '=', userId).execute(),
  )

  expect(rows.map(({ code_hash: hash }) => hash.length)).toEqual(Array.from({ length: 10 }, () => 32))
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)
})

test('an enrolment that was not confirmed asks for nothing', async () => {
  const { userId } = await addOrganization(database)
  const phc = await parts.passwords.hash(password)
  await database.asIdentity(async (db) => {
    await db.updateTable('auth.users').set({ password_phc: phc }).where('id', '=', userId).execute()
    await beginEnrolment(db, { userId, sealed: sealTotpSecret(vault, userId, newTotpSecret()), now: time })
  })

  const { token } = await attempt(`${userId}@example.com`)
  expect(await whoIs(token)).toMatchObject({ hasSecondFactor: false, secondFactorAt: null })
})

test('password or code elevates a session that has passed the second factor', async () => {
  const { email, codeAt } = await person()
  const first = await attempt(email, { code: codeAt() })
  later(11 * minute)
  expect(await whoIs(first.token)).toMatchObject({ elevatedUntil: null })

  const byCode = await elevate(parts, { token: first.token, code: codeAt(), addressPrefix })
  expect(byCode.elevatedUntil).toEqual(new Date(time.getTime() + 10 * minute))
  await expect(elevate(parts, { token: byCode.token, code: codeAt(), addressPrefix })).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
  later(11 * minute)
  const byPassword = await elevate(parts, { token: byCode.token, password, addressPrefix })
  expect(await whoIs(byPassword.token)).toMatchObject({ elevatedUntil: byPassword.elevatedUntil })
})

test('a session with the password alone is not elevated, whatever its row says, until it gives the code', async () => {
  const { userId, organizationId, codeAt } = await person()
  const session = { userId, organizationId, addressPrefix, userAgent: undefined, now: time }
  const { token } = await database.asIdentity((db) => openSession(db, session))

  const before = await whoIs(token)
  expect(before?.elevatedUntil).toBeNull()
  expect(before !== undefined && hasCompletedSecondFactor(before)).toBe(false)
  await expect(elevate(parts, { token, password, addressPrefix })).rejects.toMatchObject({
    code: 'second_factor_required',
  })
  const elevated = await elevate(parts, { token, password, code: codeAt(), addressPrefix })
  expect(await whoIs(elevated.token)).toMatchObject({ secondFactorAt: time, elevatedUntil: elevated.elevatedUntil })
})

test('a password that was replaced during the sign-in opens nothing', async () => {
  const { userId } = await addOrganization(database)
  const email = `${userId}@example.com`
  const set = (phc: string) =>
    database.asIdentity((db) =>
      db.updateTable('auth.users').set({ password_phc: phc }).where('id', '=', userId).execute(),
    )
  await set(await parts.passwords.hash(password))
  const { passwords } = parts
  parts = {
    ...parts,
    passwords: {
      ...passwords,
      async verify(given, phc) {
        const verified = await passwords.verify(given, phc)
        await set(await passwords.hash('another password by now'))
        return verified
      },
    },
  }

  await expect(attempt(email)).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(await sessionsOf(userId)).toEqual([])
})
