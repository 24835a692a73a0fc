import { expect, test } from 'vitest'

import { sharesOfThreads } from './threads.ts'

test('the time of a process is told by its threads, what is left by its own name, and trifles not at all', () => {
  const spent = new Map([
    ['threads of libuv', 1],
    ['threads that render', 100],
    ['main thread', 600],
  ])

  expect(sharesOfThreads(spent, { total: 1000, rest: 'the command' })).toEqual([
    { of: 'main thread', part: 0.6, mostly: [] },
    { of: 'the command', part: 0.299, mostly: [] },
    { of: 'threads that render', part: 0.1, mostly: [] },
  ])
})
