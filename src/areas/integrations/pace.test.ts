import { expect, test } from 'vitest'

import { pauseAfter, readRetryAfter, usualPace } from './pace.ts'

const minute = 60_000
const hour = 60 * minute

test('the pauses are those of the schedule, each 20 % more or less', () => {
  const pauses = (random: () => number) =>
    Array.from({ length: 10 }, (_, n) => pauseAfter(usualPace, n + 1, { random }))
  const middle = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

  expect(pauses(() => 0.5)).toEqual([...middle, undefined])
  expect(pauses(() => 0)).toEqual([...middle.map((pause) => pause * 0.8), undefined])
  expect(pauses(() => 1)).toEqual([...middle.map((pause) => pause * 1.2), undefined])
})

test('a receiver that names a time is not asked before it, up to an hour', () => {
  const random = () => 0.5
  expect(pauseAfter(usualPace, 1, { retryAfterMs: 20_000, random })).toBe(20_000)
  expect(pauseAfter(usualPace, 1, { retryAfterMs: 9 * hour, random })).toBe(hour)
  expect(pauseAfter(usualPace, 4, { retryAfterMs: 1000, random })).toBe(2 * hour)
})

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-11-20T18:00:00Z')
  expect(readRetryAfter('120', now)).toBe(120_000)
  expect(readRetryAfter('Fri, 20 Nov 2026 18:02:00 GMT', now)).toBe(120_000)
  expect(readRetryAfter('Fri, 20 Nov 2026 17:00:00 GMT', now)).toBe(0)
  expect([readRetryAfter('soon', now), readRetryAfter(null, now)]).toEqual([undefined, undefined])
})
