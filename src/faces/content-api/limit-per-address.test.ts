import { Readable } from 'node:stream'

import { expect, test } from 'vitest'

import type { Face, Incoming } from '#faces/http.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'

import { limitPerAddress } from './limit-per-address.ts'

const served: Face = async () => ({ status: 200, headers: {}, body: '{}' })

function from(address: string): Incoming {
  return { method: 'GET', url: '/v1/x/articles', headers: {}, headersDistinct: {}, body: Readable.from([]), address }
}

test('an address over its limit gets 429 with Retry-After, another one is served', async () => {
  const { face } = limitPerAddress({ face: served }, { limiter: memoryLimiter(), perMinute: 2 })

  const answers = [await face(from('192.0.2.1')), await face(from('192.0.2.1')), await face(from('192.0.2.1'))]
  const [, , refused] = answers

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(refused?.headers['Retry-After']).toBe('60')
  expect(JSON.parse(String(refused?.body))).toMatchObject({ errors: [{ status: '429', title: 'Too Many Requests' }] })
  expect((await face(from('192.0.2.2'))).status).toBe(200)
})

test('addresses of one IPv6 network are one caller', async () => {
  const { face } = limitPerAddress({ face: served }, { limiter: memoryLimiter(), perMinute: 1 })

  expect((await face(from('2001:db8::1'))).status).toBe(200)
  expect((await face(from('2001:db8::2'))).status).toBe(429)
})

test('0 is no limit', async () => {
  const { face } = limitPerAddress({ face: served }, { limiter: memoryLimiter(), perMinute: 0 })

  for (let n = 0; n < 5; n++) expect((await face(from('192.0.2.1'))).status).toBe(200)
})
