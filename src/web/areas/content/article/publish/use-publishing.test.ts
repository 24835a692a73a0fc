import { expect, test } from 'vitest'

import { dayAndTimeIn } from '#web/areas/publishing/calendar/entry-words.ts'

import { shownIn } from './use-publishing.ts'

test('a time is shown in UTC where the browser does not know the zone', () => {
  const noon = '2026-07-15T12:30:00Z'

  expect(shownIn('Europe/Berlin', noon)).toMatch(/15 Jul, 14:30 (CEST|GMT\+2)$/)
  expect(shownIn('Mars/Olympus', noon)).toMatch(/15 Jul, 12:30 (UTC|GMT)$/)
  expect(dayAndTimeIn('Mars/Olympus', noon)).toMatch(/15 Jul, 12:30$/)
  expect(shownIn(undefined, noon)).toBeUndefined()
})
