import type { View } from '#web/areas/publishing/calendar/calendar-days.ts'

/** The state of the calendar, all of it in the address. Without a view: the month, on a phone the agenda. */
export type CalendarSearch = {
  view?: View
  /** The day that it is about, as `2026-01-31`; today unless the address says otherwise. */
  date?: string
  /** The item beside it. */
  peek?: string
}

export const views = ['month', 'week', 'agenda'] as const satisfies readonly View[]

export function calendarSearch(given: Record<string, unknown>): CalendarSearch {
  const view = views.find((name) => name === given['view'])
  const { date, peek } = given
  return {
    ...(view ? { view } : {}),
    ...(typeof date === 'string' && isDay(date) ? { date } : {}),
    ...(typeof peek === 'string' && /^itm_\w{26}$/.test(peek) ? { peek } : {}),
  }
}

function isDay(text: string): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
