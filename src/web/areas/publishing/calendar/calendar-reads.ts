import { localDay } from '#std/zoned-time.ts'
import { daysOf, type View } from '#web/areas/publishing/calendar/calendar-days.ts'
import type { CalendarSearch } from '#web/areas/publishing/calendar/calendar-search.ts'
import type { InputOf, Read } from '#web/operations.ts'

/** On such a width the calendar is an agenda unless the address says otherwise. */
export const narrow = '(max-width: 767px)'

/** The drafts that wait for a date: those that are ready, or all (web.md#ready-has-no-error). */
export function trayQuery({ tray }: CalendarSearch): InputOf<'listManagerItems'> {
  return { status: ['draft'], pageSize: 12, ...(tray === 'all' ? {} : { hasErrors: false }) }
}

/** Which days a state of the calendar shows. */
export function shownDays({ view, date }: CalendarSearch, isNarrow: boolean, today: string) {
  const shown: View = view ?? (isNarrow ? 'agenda' : 'month')
  const anchor = date ?? today
  const days = daysOf(shown, anchor)
  return { view: shown, days, input: { from: days[0] ?? anchor, to: days.at(-1) ?? anchor } }
}

export function calendarReads(asked: CalendarSearch): readonly Read[] {
  return [
    ['listCalendar', shownDays(asked, matchMedia(narrow).matches, localDay()).input],
    ['listManagerItems', trayQuery(asked)],
  ]
}
