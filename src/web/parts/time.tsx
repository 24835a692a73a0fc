/** A time: relative in the text, absolute with its zone in the title. `isShort` is for the rows of lists: "19 min", "3 days". */
export function Time({ at, now = Date.now(), isShort = false }: { at: string; now?: number; isShort?: boolean }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={absolute.format(date)} className="whitespace-nowrap">
      {isShort ? shortTime(date.getTime(), now) : relativeTime(date.getTime(), now)}
    </time>
  )
}

/** "3 days ago", "in 2 hours"; times in milliseconds. */
export function relativeTime(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  const [unit, size] = units.find(([, least]) => Math.abs(seconds) >= least) ?? (['second', 1] as const)
  return unit === 'second'
    ? seconds > 0
      ? 'in a moment'
      : 'just now'
    : relative.format(Math.round(seconds / size), unit)
}

/** How long ago, without the word: "19 min", "2 h", "yesterday", "3 days"; from a month on the date. Times in milliseconds. */
export function shortTime(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  const days = Math.floor(minutes / 1440)
  if (days < 30) return days === 1 ? 'yesterday' : `${days} days`
  return (yearOf(at, now).year ? dayOfYear : day).format(at)
}

/** Names the year of a date where it is another one than now's: what a format of days takes besides. */
export function yearOf(at: string | number, now = Date.now()): { year?: 'numeric' } {
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' }
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
/** A time whole, with its zone. */
export const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
