import { scryptSync } from 'node:crypto'

import { expect, test } from 'vitest'

import { askedAs } from '#kernel/asked.ts'

import { objectionToPassword } from './password-rules.ts'
import { createPasswords } from './passwords.ts'

const quick = { ln: 10, r: 8, p: 1 }
const password = 'correct horse battery staple'

test('a password is stored as scrypt with N=2^16, r=8, p=2 and a salt of 16 bytes', async () => {
  const phc = await createPasswords().hash(password)

  const [, salt = '', hash = ''] = /^\$scrypt\$ln=16,r=8,p=2\$([^$]+)\$([^$]+)$/.exec(phc) ?? []
  expect(Buffer.from(salt, 'base64')).toHaveLength(16)
  const expected = scryptSync(password, Buffer.from(salt, 'base64'), 32, { N: 65_536, r: 8, p: 2, maxmem: 2 ** 28 })
  expect(Buffer.from(hash, 'base64')).toEqual(expected)
})

test('the right password is accepted and a wrong one is not', async () => {
  const passwords = createPasswords(quick)
  const phc = await passwords.hash(password)

  expect(await passwords.verify(password, phc)).toEqual({ ok: true })
  expect(await passwords.verify(`${password} `, phc)).toEqual({ ok: false })
})

test('composed and decomposed letters are one password', async () => {
  const passwords = createPasswords(quick)
  const phc = await passwords.hash('Zürich im Frühling'.normalize('NFD'))

  expect(await passwords.verify('Zürich im Frühling'.normalize('NFC'), phc)).toEqual({ ok: true })
})

test('without a stored hash, or with one that is none, no password is right', async () => {
  const passwords = createPasswords(quick)

  expect(await passwords.verify(password, null)).toEqual({ ok: false })
  expect(await passwords.verify(password, '$scrypt$ln=10,r=8,p=1$$')).toEqual({ ok: false })
})

test('a hash of another cost is renewed when its password is given', async () => {
  const old = await createPasswords({ ln: 9, r: 8, p: 1 }).hash(password)
  const passwords = createPasswords(quick)

  const { ok, renewed } = await passwords.verify(password, old)

  expect(ok).toBe(true)
  expect(renewed).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$/)
  expect(await passwords.verify(password, renewed ?? null)).toEqual({ ok: true })
  expect(await passwords.verify('wrong', old)).toEqual({ ok: false })
})

test('of one network one computes and 16 wait, the rest is asked to come again; later ones are served', async () => {
  const passwords = createPasswords(quick)
  const from = (party: string) => askedAs({ party }, () => passwords.hash(password))

  const all = await Promise.allSettled(Array.from({ length: 20 }, () => from('192.0.2.1')))

  const refused = all.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(3)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable', retryAfter: 2 })
  expect(await from('192.0.2.1')).toMatch(/^\$scrypt\$/)
})

test('a flood from one network leaves the other place to everybody else', async () => {
  const passwords = createPasswords(quick)
  const ended: string[] = []
  const verify = (party: string) =>
    askedAs({ party }, () => passwords.verify('invented', null)).then(() => void ended.push(party))

  const flood = Promise.all(Array.from({ length: 17 }, () => verify('stranger')))
  for (let n = 0; n < 3; n++) await verify('owner')
  await flood

  expect(ended.lastIndexOf('owner')).toBeLessThan(9)
})

test('who goes away does not compute', async () => {
  const passwords = createPasswords(quick)
  const leaving = new AbortController()
  const from = (gone?: () => AbortSignal) =>
    askedAs({ party: 'network', ...(gone === undefined ? {} : { gone }) }, () => passwords.hash(password))
  const first = from()
  const second = from(() => leaving.signal)
  leaving.abort()

  await expect(second).rejects.toMatchObject({ code: 'cancelled' })
  await first
})

test.each([
  ['11 letters', 'x'.repeat(11), 'too_small'],
  ['11 letters outside the plane', '😀'.repeat(11), 'too_small'],
  ['257 letters', 'x'.repeat(257), 'too_big'],
  ['the address', 'Somebody@Example.com', 'password_is_address'],
  ['a common password', 'QwertyUiop123', 'password_too_common'],
])('%s is no password', async (_, text, code) => {
  expect(await objectionToPassword(text, 'somebody@example.com')).toMatchObject({ path: '/password', code })
})

test.each(['x'.repeat(12), '😀'.repeat(256), 'пароль без правил'])('%j is a password', async (text) => {
  expect(await objectionToPassword(text, 'somebody@example.com')).toBeUndefined()
})
