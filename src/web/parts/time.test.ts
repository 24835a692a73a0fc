import { expect, test } from 'vitest'

import { relativeTime, shortTime, yearOf } from '#web/parts/time.tsx'

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

test.each([
  [20_000, 'just now'],
  [19 * 60_000, '19 min'],
  [2.9 * 3_600_000, '2 h'],
  [25 * 3_600_000, 'yesterday'],
  [3 * 86_400_000, '3 days'],
  [60 * 86_400_000, '24 Sept'],
  [700 * 86_400_000, '23 Dec 2024'],
])('in a row of a list, %i ms ago is "%s"', (before, words) => {
  const now = new Date(2026, 10, 23, 12).getTime()

  expect(shortTime(now - before, now)).toBe(words)
})

test('a date names its year where it is another one', () => {
  const now = new Date(2026, 10, 23, 12).getTime()

  expect(yearOf(new Date(2026, 11, 31).getTime(), now)).toEqual({})
  expect(yearOf(new Date(2027, 10, 23).getTime(), now)).toEqual({ year: 'numeric' })
})
