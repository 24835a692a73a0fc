import { expect, test } from 'vitest'

import { addMonths, daysOf, turned } from '#web/areas/publishing/calendar/calendar-days.ts'
import { spanWords } from '#web/areas/publishing/calendar/span-words.ts'

test('a month is shown in whole weeks that begin on Monday', () => {
  const days = daysOf('month', '2026-11-23')
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42])
  expect(daysOf('month', '2027-02-14')).toHaveLength(28)
})

test('a week is the one of its day, an agenda its month', () => {
  expect(daysOf('week', '2026-11-29')).toEqual(daysOf('week', '2026-11-23'))
  expect(daysOf('agenda', '2026-11-23')).toHaveLength(30)
})

test('a month later is the last day where the month is shorter', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2027-01-15', -1)).toBe('2026-12-15')
  expect(turned('week', '2026-11-23', -1)).toBe('2026-11-16')
})

test('what is shown has a name', () => {
  expect(spanWords('month', '2026-11-23')).toBe('November 2026')
  expect(spanWords('week', '2026-11-30').replaceAll(/\s/g, ' ')).toBe('30 November – 6 December 2026')
})
