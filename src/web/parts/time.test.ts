import { expect, test } from 'vitest'
import { relativeTime } from '#web/parts/time.tsx'

const now = Date.parse('2026-05-01T12:00:00.000Z')

test.each([
  [-20_000, 'just now'],
  [20_000, 'in a moment'],
  [-60_000, '1 minute ago'],
  [-26 * 3_600_000, 'yesterday'],
  [90 * 86_400_000, 'in 3 months'],
])('%i ms from now is %s', (distance, words) => {
  expect(relativeTime(now + distance, now)).toBe(words)
})
