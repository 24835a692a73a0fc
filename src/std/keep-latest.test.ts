import { expect, test } from 'vitest'

import { keepLatest } from './keep-latest.ts'

test('what was set longest ago is forgotten, and setting again counts', () => {
  const map = new Map<string, number>()

  for (const [n, key] of ['a', 'b', 'a', 'c', 'd'].entries()) keepLatest(map, 3, key, n)

  expect([...map]).toEqual([
    ['a', 2],
    ['c', 3],
    ['d', 4],
  ])
})
