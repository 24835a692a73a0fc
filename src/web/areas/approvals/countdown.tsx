import { useEffect, useState } from 'react'

import { timeLeft } from '#web/areas/approvals/time-left.ts'

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

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })

/** The time in milliseconds, renewed every so often. */
function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
