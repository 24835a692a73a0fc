import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

import { dayIn, localDay } from '#std/zoned-time.ts'
import type { Calendar } from '#web/operations.ts'

/**
 * Reads a calendar from today on, where the organization is: its time zone comes with the calendar. Until then today is that of
 * this machine, and where that is another day the calendar is read again.
 */
export function useFromToday(read: (today: string) => UseQueryResult<Calendar, Error>) {
  const [today, setToday] = useState(() => localDay())
  const calendar = read(today)
  const there = calendar.data && dayIn(calendar.data.timezone, new Date())
  if (there !== undefined && there !== today) setToday(there)
  return { calendar, today }
}
