import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { prepareList } from './prepared-list.ts'

const result = JSON.stringify({ tools: Array.from({ length: 50 }, (_, n) => ({ name: `tool${n}`, title: 'Größe' })) })
const list = prepareList(result)

function bytesOf(id: string | number, accept?: string) {
  const reply = list.reply(id, accept)
  if (!('http' in reply) || !Buffer.isBuffer(reply.http.body)) throw new Error('not ready bytes')
  return { body: reply.http.body, encoding: reply.http.headers['Content-Encoding'] }
}

test.each([0, 1, -5, 1.5, 'a', 'é"\\\n\u2028', 'x'.repeat(70_000), 'y'.repeat(65_533)])(
  'the answer to one id is the same in every encoding',
  (id) => {
    const plain = bytesOf(id)
    const zipped = bytesOf(id, 'gzip, deflate')
    const packed = bytesOf(id, 'gzip, br')

    expect(JSON.parse(plain.body.toString())).toEqual({ jsonrpc: '2.0', id, result: JSON.parse(result) })
    expect([plain.encoding, zipped.encoding]).toEqual([undefined, 'gzip'])
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true)
    const unpack = packed.encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect(unpack(packed.body).equals(plain.body)).toBe(true)
  },
)

test('br is for short ids, whose bytes are kept', () => {
  expect(bytesOf(7, 'br').body).toBe(bytesOf(7, 'br').body)
  expect(bytesOf('x'.repeat(40), 'br').encoding).toBeUndefined()
  expect(bytesOf('x'.repeat(40), 'br, gzip').encoding).toBe('gzip')
})

test('bytes are kept of the latest ids alone', () => {
  const first = bytesOf(1000, 'br').body
  for (let id = 1001; id < 1040; id++) bytesOf(id, 'br')

  expect(bytesOf(1000, 'br').body).not.toBe(first)
  expect(bytesOf(1000, 'br').body.equals(first)).toBe(true)
})

test.each(['gzip;q=0', 'identity', '', 'deflate', 'br;q=0, gzip;q=0.0'])(
  'Accept-Encoding "%s" is answered plain',
  (accept) => {
    expect(bytesOf(1, accept).encoding).toBeUndefined()
  },
)
