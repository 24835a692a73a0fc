import { idOf, oneOf, searchBy } from '#web/address.ts'
import type { View } from '#web/areas/publishing/calendar/calendar-days.ts'

export const views = ['month', 'week', 'agenda'] as const satisfies readonly View[]

/** The state of the calendar, all of it in the address. Without a view: the month, on a phone the agenda. */
export const calendarSearch = searchBy({
  view: oneOf(views),
  /** The day that it is about, as `2026-01-31`; today unless the address says otherwise. */
  date: (given) => (typeof given === 'string' && isDay(given) ? given : undefined),
  /** Whether the tray has every draft, or only what is ready. */
  tray: oneOf(['all']),
  /** The item beside it. */
  peek: idOf('itm'),
})
export type CalendarSearch = ReturnType<typeof calendarSearch>

function isDay(text: string): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
