import { addDays } from '#std/zoned-time.ts'
import { daysOf, noon, type View } from '#web/areas/publishing/calendar/calendar-days.ts'

/** What a view shows, in words: "November 2026", "23 to 29 November 2026". */
export function spanWords(view: View, date: string): string {
  if (view !== 'week') return month.format(noon(date))
  const [first = date] = daysOf('week', date)
  return span.formatRange(noon(first), noon(addDays(first, 6)))
}

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const span = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
