import { dayIn, knownZone } from '#std/zoned-time.ts'
import type { CalendarEntry, ManagerItem } from '#web/operations.ts'
import { yearOf } from '#web/parts/time.tsx'

/** Whether an agent wrote it first. */
export function isByAgent({ origin }: Pick<CalendarEntry, 'origin'>): boolean {
  return origin === 'agent'
}

/** The bar at its left: whole where it is live, double where it will be; teal where an agent wrote it. */
export function entryLook(entry: Pick<CalendarEntry, 'origin' | 'status'>): string {
  const shape = entry.status === 'published' ? 'border-l-[3px]' : 'border-l-[3px] border-double'
  return `${shape} ${isByAgent(entry) ? 'border-agent' : 'border-ink'}`
}

/** The time of day in a zone: "09:30". */
export function timeIn(timezone: string, at: string): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: knownZone(timezone) }).format(new Date(at))
}

/** A time with its day in a zone: "Wed 25 Nov, 09:30", in another year "Wed 25 Nov 2026, 09:30". */
export function dayAndTimeIn(timezone: string, at: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-GB', { ...options, ...yearOf(at), timeZone: knownZone(timezone) }).format(
    new Date(at),
  )
}

/** A time as a field for it takes it, in a zone: "2026-11-25T09:30". */
export function fieldTimeIn(timezone: string, at: string): string {
  return `${dayIn(timezone, new Date(at))}T${timeIn(timezone, at)}`
}

const hour = 3_600_000

/** The whole hour after the next one, as a field for it takes it. */
export function inAnHour(timezone: string): string {
  return fieldTimeIn(timezone, new Date(Math.ceil(Date.now() / hour + 1) * hour).toISOString())
}

/** A draft as what is to get a date. */
export const undated = ({ id, title, version }: ManagerItem) => ({ id, title, version, publishAt: null })
