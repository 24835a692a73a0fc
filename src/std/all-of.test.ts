import { expect, test } from 'vitest'

import { allInOrder, allOf } from './all-of.ts'

test('of several failures the one of the first work is thrown, or the one that came first, once all have ended', async () => {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const ended: string[] = []
  const work = [
    first.promise.finally(() => ended.push('first')),
    second.promise.finally(() => ended.push('second')),
  ] as const
  const inOrder = allInOrder(work).catch((error: unknown) => [error, ...ended])
  const byPlace = allOf(work).catch((error: unknown) => [error, ...ended])
  second.reject('the cause')
  await Promise.allSettled([work[1]])
  first.reject('what follows from it')

  expect(await inOrder).toEqual(['the cause', 'second', 'first'])
  expect(await byPlace).toEqual(['what follows from it', 'second', 'first'])
})
