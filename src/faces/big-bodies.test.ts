import { expect, test } from 'vitest'

import { askedAs } from '#kernel/asked.ts'

import { readInTurn } from './big-bodies.ts'

const [big, small] = [Buffer.alloc(64 * 1024 + 1), Buffer.alloc(64 * 1024)]

test('large bodies of one party are read one at a time, those of others between them, and small ones at once', async () => {
  const order: string[] = []
  const read = (bytes: Buffer, party: string, name: string) => readInTurn(bytes, party, () => order.push(name))

  const all = Array.from({ length: 17 }, (_, n) => read(big, 'a', `a${n}`))
  await expect(read(big, 'a', 'one too many')).rejects.toMatchObject({ status: 429, retryAfter: 5 })
  const other = read(big, 'b', 'b')
  await read(small, 'a', 'small')
  expect(order).toEqual(['a0', 'small'])

  await Promise.all([...all, other])
  expect(order.slice(0, 5)).toEqual(['a0', 'small', 'a1', 'b', 'a2'])
  expect(order).toHaveLength(19)
})

test('a body that cannot be read leaves the turn to the next one', async () => {
  const faulty = readInTurn(big, 'a', () => {
    throw new Error('no JSON')
  })

  await expect(faulty).rejects.toThrow('no JSON')
  expect(await readInTurn(big, 'a', () => 'read')).toBe('read')
})

test('what a call does with its body at once counts as well: others have the loop for as long', async () => {
  const order: string[] = []
  const reading = readInTurn(big, 'a', () => order.push('first'))
  const next = readInTurn(big, 'a', () => order.push('second'))

  await reading
  const end = performance.now() + 40
  while (performance.now() < end);
  setTimeout(() => order.push('others'), 20)
  await next

  expect(order).toEqual(['first', 'others', 'second'])
})

test('the next large body of a party is read once the call before it has its answer, and that of another one at once', async () => {
  const order: string[] = []
  const answered = Promise.withResolvers<() => void>()
  const inCall = (party: string, name: string, atEnd: (end: () => void) => void) =>
    askedAs({ atEnd }, () => readInTurn(big, party, () => order.push(name)))

  await inCall('a', 'a1', answered.resolve)
  const next = inCall('a', 'a2', (end) => end())
  await inCall('b', 'b', (end) => end())
  await readInTurn(big, 'c', () => order.push('c'))
  expect(order).toEqual(['a1', 'b', 'c'])

  const end = await answered.promise
  end()
  await next
  expect(order).toEqual(['a1', 'b', 'c', 'a2'])
})
