import { expect, test } from 'vitest'

import { hashOfApiKey, newApiKey, partsOfApiKey } from './api-key-secret.ts'

test('a new key has the documented form and is found by its hash', () => {
  const key = newApiKey()

  expect(key).toMatch(/^mh_sk_[0-9A-Za-z]{36}$/)
  expect(hashOfApiKey(key)).toEqual(partsOfApiKey(key).hash)
})

test('the checksum is the CRC-32 of everything before it, in base62', () => {
  const body = `mh_sk_${'0'.repeat(30)}`

  // 0x08afd65f, computed by another implementation.
  expect(hashOfApiKey(`${body}09rVzr`)).toBeDefined()
  expect(hashOfApiKey(`${body}09rVzs`)).toBeUndefined()
})

test('a key with one character changed is no key', () => {
  const key = newApiKey()
  const changed = Array.from({ length: 36 }, (_, at) => {
    const place = 6 + at
    return key.slice(0, place) + (key[place] === 'a' ? 'b' : 'a') + key.slice(place + 1)
  })

  expect(changed.filter((text) => hashOfApiKey(text) !== undefined)).toEqual([])
})

test.each(['', 'mh_sk_', 'mh_at_0123456789', `${newApiKey()} `, newApiKey().toUpperCase(), `x${newApiKey()}`])(
  '%j is no key',
  (text) => {
    expect(hashOfApiKey(text)).toBeUndefined()
  },
)

test('last4 are the last characters of the random part, and prefix the first eight of the key', () => {
  const key = newApiKey()

  expect(partsOfApiKey(key)).toMatchObject({ prefix: key.slice(0, 8), last4: key.slice(32, 36) })
})

test('keys use all 62 digits', () => {
  const seen = new Set(Array.from({ length: 200 }, () => newApiKey().slice(6, 36)).join(''))

  expect(seen.size).toBe(62)
})
