import { remember } from './remember.ts'

/** The day (`2026-01-31`) on this machine. */
export function localDay(now = new Date()): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** The day (`2026-01-31`) in a time zone of the IANA list at a point in time. */
export function dayIn(timeZone: string, moment: Date): string {
  return localOf(timeZone, moment.getTime()).slice(0, 10)
}

/** The hour, 0 to 23, that clocks show in a time zone at a point in time. */
export function hourIn(timeZone: string, moment: Date): number {
  return Number(localOf(timeZone, moment.getTime()).slice(11, 13))
}

/**
 * The point in time at which clocks of a time zone show a time of day (`09:30`) on a day (`2026-01-31`). A time that a change
 * of the clocks skips is moved forward by the same amount; of one that occurs twice, it is the first.
 */
export function momentIn(timeZone: string, day: string, time = '00:00'): Date {
  const wanted = `${day}T${time}:00`
  const asUtc = Date.parse(`${wanted}.000Z`)
  // Offsets change at most once in two days: only those of the day before and the day after can apply.
  const offsets = [offsetAt(timeZone, asUtc - dayMs), offsetAt(timeZone, asUtc + dayMs)]
  const candidates = offsets.map((offset) => asUtc - offset).toSorted((a, b) => a - b)
  const shown = candidates.find((moment) => localOf(timeZone, moment) === wanted)
  return new Date(shown ?? asUtc - (offsets[0] ?? 0))
}

/** The days from one to another, inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  const last = Date.parse(`${to}T00:00:00.000Z`)
  for (let at = Date.parse(`${from}T00:00:00.000Z`); at <= last; at += dayMs) days.push(dayOf(at))
  return days
}

/** The day that many days later. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs)
}

const dayMs = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The name of a zone as a database may be given it: one that this machine does not know is UTC. */
export const knownZone = (timeZone: string): string =>
  formatOf(timeZone).resolvedOptions().timeZone === 'UTC' ? 'UTC' : timeZone

function offsetAt(timeZone: string, moment: number): number {
  return Date.parse(`${localOf(timeZone, moment)}.000Z`) - Math.floor(moment / 1000) * 1000
}

/** What clocks show, as `2026-01-31T09:30:00`. */
function localOf(timeZone: string, moment: number): string {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month, day, hour, minute, second } = parts
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
}

// Creating one takes a hundred times as long as using it. A name may be written in capitals, so there can be any number of them.
const formatOf = remember(newFormat, 500)

/** Names of zones come and go with the data of a machine: one that it does not know is read as UTC. */
function newFormat(timeZone: string): Intl.DateTimeFormat {
  const options = {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const
  try {
    return new Intl.DateTimeFormat('en-GB', options)
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  }
}
