import { timeLeft } from '#web/areas/approvals/time-left.ts'
import { useNow } from '#web/areas/approvals/use-now.ts'

const second = 1000

/** How long a call still waits, counting down. */
export function Countdown({ until }: { until: string }) {
  const now = useNow(second)
  return (
    <time dateTime={until} title={exact.format(new Date(until))} className="whitespace-nowrap tabular-nums">
      {timeLeft(Date.parse(until) - now)}
    </time>
  )
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })
