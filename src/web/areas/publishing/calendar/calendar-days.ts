import { addDays, daysBetween } from '#std/zoned-time.ts'

export type View = 'month' | 'week' | 'agenda'

/** The days that a view shows around a day: whole weeks of its month, its week, or its month. */
export function daysOf(view: View, date: string): string[] {
  if (view === 'week') return daysBetween(mondayOf(date), addDays(mondayOf(date), 6))
  const first = `${date.slice(0, 7)}-01`
  const last = addDays(addMonths(first, 1), -1)
  return view === 'agenda' ? daysBetween(first, last) : daysBetween(mondayOf(first), addDays(mondayOf(last), 6))
}

/** The same day some months later, or the last one of a shorter month. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The day that the next or the former stretch of a view is shown around. */
export function turned(view: View, date: string, step: 1 | -1): string {
  return view === 'week' ? addDays(date, 7 * step) : addMonths(date, step)
}

function mondayOf(date: string): string {
  return addDays(date, -((noon(date).getUTCDay() + 6) % 7))
}

/** A time within a day, which is the same day in words. */
export const noon = (day: string) => new Date(`${day}T12:00:00Z`)
