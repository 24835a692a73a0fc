import { expect, test } from 'vitest'

import { dayAndTimeIn } from '#web/areas/publishing/calendar/entry-words.ts'

test('the day of a plan is one of this year, or names its year', () => {
  const year = new Date().getFullYear()

  expect(dayAndTimeIn('UTC', `${year}-06-15T09:30:00.000Z`)).toMatch(/^\w{3},? 15 Jun,? (at )?09:30$/)
  expect(dayAndTimeIn('UTC', `${year + 1}-06-15T09:30:00.000Z`)).toContain(`15 Jun ${year + 1}`)
})
