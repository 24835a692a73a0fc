import { expect, test } from 'vitest'

import { newTotpSecret, otpauthUri, stepAt, stepOfCode, totpCode, totpSecretText } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, SHA-1; the vectors have eight digits.
test.each([
  ['1970-01-01T00:00:59Z', '94287082'],
  ['2005-03-18T01:58:29Z', '07081804'],
  ['2005-03-18T01:58:31Z', '14050471'],
  ['2009-02-13T23:31:30Z', '89005924'],
  ['2033-05-18T03:33:20Z', '69279037'],
  ['2603-10-11T11:33:20Z', '65353130'],
])('the code of %s is %s', (time, code) => {
  const step = stepAt(new Date(time))

  expect(totpCode(secret, step, 8)).toBe(code)
  expect(totpCode(secret, step)).toBe(code.slice(2))
})

// RFC 4226, appendix D.
test('the codes of the first counters are those of the standard', () => {
  expect(Array.from({ length: 10 }, (_, counter) => totpCode(secret, counter))).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])
})

test('a code counts one step early and one step late, and no more', () => {
  const now = new Date('2026-05-01T12:00:10Z')
  const step = stepAt(now)

  const found = [-2, -1, 0, 1, 2].map((by) => stepOfCode(secret, totpCode(secret, step + by), now))
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
})

test.each(['', '12345', '1234567', '12345a', '١٢٣٤٥٦', ' 123456', '-12345', '1e1000'])('%j is no code', (text) => {
  expect(stepOfCode(secret, text, new Date())).toBeUndefined()
})

// RFC 4648, section 10, without padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is %j in base32', (text, shown) => {
  expect(totpSecretText(Buffer.from(text))).toBe(shown)
})

test('a new secret has 160 bits and is no other', () => {
  expect(newTotpSecret()).toHaveLength(20)
  expect(totpSecretText(newTotpSecret())).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret().equals(newTotpSecret())).toBe(false)
})

test('the address for an app names account and issuer, whatever they contain', () => {
  const uri = new URL(otpauthUri({ secret, email: 'a+b?&:é@example.com', issuer: 'Masthead cms.test' }))

  expect(uri.protocol + uri.host).toBe('otpauth:totp')
  expect(decodeURIComponent(uri.pathname)).toBe('/Masthead cms.test:a+b?&:é@example.com')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Masthead cms.test',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
