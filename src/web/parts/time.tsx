/** A time: relative in the text, absolute with its zone in the title. */
export function Time({ at, now = Date.now() }: { at: string; now?: number }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={absolute.format(date)} className="whitespace-nowrap">
      {relativeTime(date.getTime(), now)}
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

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })
