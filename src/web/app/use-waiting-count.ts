import { useEffect } from 'react'
import { countInTitle } from '#web/document-title.ts'
import { useOperation } from '#web/use-operation.ts'

const everyMinute = 60_000

/** How many calls of agents wait for a person. Live events keep it true; a hidden tab, which lets them go, asks each minute. */
export function useWaitingCount(): number {
  const { data } = useOperation(
    'listApprovals',
    { state: 'pending', pageSize: 1 },
    { refetchInterval: () => (document.hidden ? everyMinute : false), refetchIntervalInBackground: true },
  )
  return data?.total ?? 0
}

/** Shows the number in the title of the browser's tab. */
export function useCountInTitle(count: number): void {
  useEffect(() => {
    countInTitle(count)
    return () => countInTitle(0)
  }, [count])
}
