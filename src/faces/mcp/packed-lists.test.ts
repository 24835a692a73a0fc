import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { createPackedLists } from './packed-lists.ts'

const result = JSON.stringify({ tools: Array.from({ length: 50 }, (_, n) => ({ name: `tool${n}`, title: 'Größe' })) })
const packed = createPackedLists()

async function answerTo(id: string | number, accept?: string, list = { key: 'all', result }) {
  const reply = await packed.answer(list, id, accept)
  if (!('http' in reply) || reply.http.body === null) throw new Error('no bytes')
  const { body, headers } = reply.http
  return { body: body as Buffer | string, encoding: headers['Content-Encoding'] }
}

const unpacked = ({ body, encoding }: Awaited<ReturnType<typeof answerTo>>) => {
  if (typeof body === 'string') return body
  return (encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)).toString()
}

test.each([0, 1, -5, 1.5, 'a', 'é"\\\n\u2028', 'x'.repeat(70_000)])(
  'the answer to one id is the same in every encoding',
  async (id) => {
    const plain = await answerTo(id)
    const zipped = await answerTo(id, 'gzip, deflate')
    const smallest = await answerTo(id, 'gzip, br')

    expect(JSON.parse(unpacked(plain))).toEqual({ jsonrpc: '2.0', id, result: JSON.parse(result) })
    expect([plain.encoding, zipped.encoding]).toEqual([undefined, 'gzip'])
    expect(unpacked(zipped)).toBe(unpacked(plain))
    expect(unpacked(smallest)).toBe(unpacked(plain))
  },
)

test.each(['br', 'gzip'])('bytes in %s are kept for short ids, and sent again as they are', async (encoding) => {
  const first = await answerTo(7, encoding)

  expect(first.encoding).toBe(encoding)
  expect((await answerTo(7, encoding)).body).toBe(first.body)
  expect((await answerTo('7', encoding)).body).not.toBe(first.body)
  expect((await answerTo(8, encoding)).body).not.toBe(first.body)
})

test('lists of different keys do not get the bytes of each other', async () => {
  await answerTo(9, 'gzip')

  const other = await answerTo(9, 'gzip', { key: 'none', result: '{"tools":[]}' })

  expect(JSON.parse(unpacked(other))).toEqual({ jsonrpc: '2.0', id: 9, result: { tools: [] } })
})

test('a long id is packed for its one answer, as gzip', async () => {
  const id = 'x'.repeat(40)

  const first = await answerTo(id, 'br, gzip')

  expect(first.encoding).toBe('gzip')
  expect((await answerTo(id, 'br, gzip')).body).not.toBe(first.body)
  expect((await answerTo(id, 'br')).encoding).toBeUndefined()
})

test('bytes are kept of the latest 256 answers alone', async () => {
  const { body: first } = await answerTo(1000, 'gzip')
  for (let id = 1001; id < 1256; id++) await answerTo(id, 'gzip')
  expect((await answerTo(1000, 'gzip')).body).toBe(first)

  for (let id = 2000; id < 2256; id++) await answerTo(id, 'gzip')
  expect((await answerTo(1000, 'gzip')).body).not.toBe(first)
})

test.each(['gzip;q=0', 'identity', '', 'deflate', 'br;q=0, gzip;q=0.0'])(
  'Accept-Encoding "%s" is answered plain',
  async (accept) => {
    expect((await answerTo(1, accept)).encoding).toBeUndefined()
  },
)
