import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { createPackedLists } from './packed-lists.ts'

const result = JSON.stringify({ tools: Array.from({ length: 50 }, (_, n) => ({ name: `tool${n}`, title: 'Größe' })) })
const packed = createPackedLists()

async function answerTo(id: string | number, accept?: string, list = { key: 'all', result }) {
  const reply = await packed.answer(list, id, accept)
  if (!('http' in reply) || reply.http.body === null) throw new Error('no bytes')
  const { body, headers } = reply.http
  return { body: body as Buffer, encoding: headers['Content-Encoding'] }
}

const unpacked = ({ body, encoding }: Awaited<ReturnType<typeof answerTo>>) => {
  if (encoding === undefined) return body.toString()
  return (encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)).toString()
}

test.each([0, 1, -5, 1.5, 'a', 'é"\\\n\u2028', 'x'.repeat(0xffff), 'x'.repeat(200_000)])(
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

test.each(['br', 'gzip', 'identity'])('in %s a list is compressed once, whatever the ids are', async (encoding) => {
  const [known, other] = [
    { key: 'known', result: '{"tools":[1]}' },
    { key: 'known', result: '{"tools":[2]}' },
  ]
  await answerTo(7, encoding, known)

  const again = await answerTo('seven', encoding, other)

  expect(JSON.parse(unpacked(again))).toEqual({ jsonrpc: '2.0', id: 'seven', result: { tools: [1] } })
})

test('the bytes with a short id are made once, those with a long one each time', async () => {
  expect((await answerTo(2, 'gzip')).body).toBe((await answerTo(2, 'gzip')).body)
  expect((await answerTo('2', 'gzip')).body).not.toEqual((await answerTo(2, 'gzip')).body)
  const long = 'x'.repeat(100)
  expect((await answerTo(long, 'gzip')).body).not.toBe((await answerTo(long, 'gzip')).body)
})

test('lists of different keys do not get the bytes of each other', async () => {
  await answerTo(9, 'gzip')

  const other = await answerTo(9, 'gzip', { key: 'none', result: '{"tools":[]}' })

  expect(JSON.parse(unpacked(other))).toEqual({ jsonrpc: '2.0', id: 9, result: { tools: [] } })
})

test('the latest 64 lists are kept', async () => {
  const answer = (n: number, result: number) =>
    answerTo(1, 'gzip', { key: `list ${n}`, result: `{"tools":[${result}]}` })
  for (let n = 0; n <= 64; n++) await answer(n, 1)

  expect(unpacked(await answer(1, 2))).toContain('[1]')
  expect(unpacked(await answer(0, 2))).toContain('[2]')
})

test.each(['gzip;q=0', 'identity', '', 'deflate', 'br;q=0, gzip;q=0.0'])(
  'Accept-Encoding "%s" is answered plain',
  async (accept) => {
    expect((await answerTo(1, accept)).encoding).toBeUndefined()
  },
)
