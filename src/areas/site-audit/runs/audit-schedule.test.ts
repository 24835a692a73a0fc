import { expect, test } from 'vitest'

import { nextRunAt } from './audit-schedule.ts'

const next = (schedule: 'none' | 'daily' | 'weekly' | 'monthly', now: string) =>
  nextRunAt(schedule, 'Europe/Berlin', new Date(now))?.toISOString() ?? null

test('runs begin at three o’clock of the organization', () => {
  expect(next('daily', '2026-01-05T01:59:59Z')).toBe('2026-01-05T02:00:00.000Z')
  expect(next('daily', '2026-01-05T02:00:00Z')).toBe('2026-01-06T02:00:00.000Z')
  expect(next('weekly', '2026-01-05T02:00:00Z')).toBe('2026-01-12T02:00:00.000Z')
  expect(next('monthly', '2026-03-15T12:00:00Z')).toBe('2026-04-01T01:00:00.000Z')
  expect(next('none', '2026-01-05T02:00:00Z')).toBeNull()
})

test('where the clocks skip three o’clock, the run is not left out', () => {
  expect(nextRunAt('daily', 'America/New_York', new Date('2026-03-08T06:30:00Z'))?.toISOString()).toBe(
    '2026-03-08T07:00:00.000Z',
  )
})
