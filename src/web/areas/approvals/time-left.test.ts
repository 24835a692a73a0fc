import { expect, test } from 'vitest'

import { timeLeft } from '#web/areas/approvals/time-left.ts'

test.each([
  [24 * 3600_000 - 1, '23 h 59 min'],
  [3600_000, '1 h 0 min'],
  [59 * 60_000, '59 min'],
  [250_000, '4 min 10 s'],
  [900, '1 s'],
  [0, 'no time left'],
  [-1, 'no time left'],
])('%i ms are %s', (ms, words) => {
  expect(timeLeft(ms)).toBe(words)
})
