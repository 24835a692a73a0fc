import { expect, test } from 'vitest'

import { calendarSearch } from '#web/areas/publishing/calendar/calendar-search.ts'

test('what is not valid falls out of the address', () => {
  expect(calendarSearch({ view: 'year', date: '2026-02-30', peek: 'x' })).toEqual({})
  expect(calendarSearch({ view: 'week', date: '2026-02-28', more: 1 })).toEqual({ view: 'week', date: '2026-02-28' })
})
