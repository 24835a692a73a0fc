/**
 * An ISO 8601 time with seconds optional and the zone required (`2026-01-31T09:30:00.000Z`, `...+01:00`); undefined for
 * anything else, a day that does not exist, or a year outside 1970-9999 in UTC. Digits beyond milliseconds are cut.
 */
export function parseTime(text: string): Date | undefined {
  const match = timeForm.exec(text)
  if (!match) return undefined
  const [, day = '', hour = '', minute = '', second = '00', fraction = '', zone = ''] = match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59 || !isDay(day)) return undefined
  if (zone !== 'Z' && (Number(zone.slice(1, 3)) > 23 || Number(zone.slice(4)) > 59)) return undefined
  return within(new Date(`${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`))
}

/** An ISO 8601 day (`2026-01-31`) as its midnight in UTC; undefined for anything else or a day that does not exist. */
export function parseDay(text: string): Date | undefined {
  return isDay(text) ? within(midnight(text)) : undefined
}

/** A time as the API writes it: ISO 8601, UTC, milliseconds. Throws a RangeError outside the years 1970-9999. */
export function formatTime(date: Date): string {
  if (!within(date)) throw new RangeError('A time is outside the years 1970-9999')
  return date.toISOString()
}

const timeForm = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})$/

const first = 0
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

// V8 reads 30 February as 1 March, hence the comparison.
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = midnight(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function midnight(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`)
}

function within(date: Date): Date | undefined {
  const time = date.getTime()
  return time >= first && time <= last ? date : undefined
}
