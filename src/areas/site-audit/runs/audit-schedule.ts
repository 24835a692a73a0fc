import type { Schedule } from '#kernel/schedule.ts'
import type { ZoneChange } from '#kernel/zone-changed.ts'
import { addDays, dayIn, momentIn } from '#std/zoned-time.ts'

/** When a scheduled run begins, by the clocks of the organization. */
const time = '03:00'
const mostDays = 40

/** The next time after `now` at which a schedule begins a run: each day, on Mondays, or on the first of the month. */
export function nextRunAt(schedule: Schedule, timeZone: string, now: Date): Date | null {
  if (schedule === 'none') return null
  let day = dayIn(timeZone, now)
  for (let tried = 0; tried < mostDays; tried++, day = addDays(day, 1)) {
    const at = momentIn(timeZone, day, time)
    if (isDayOf(schedule, day) && at > now) return at
  }
  throw new Error('a schedule without a day')
}

/** The run of the same day by other clocks. */
export function runByOtherClocks(at: Date, { from, to }: ZoneChange): Date {
  return momentIn(to, dayIn(from, at), time)
}

function isDayOf(schedule: Schedule, day: string): boolean {
  if (schedule === 'weekly') return new Date(`${day}T00:00:00Z`).getUTCDay() === 1
  return schedule === 'daily' || day.endsWith('-01')
}
