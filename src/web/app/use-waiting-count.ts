import { useEffect } from 'react'

import { countInTitle } from '#web/document-title.ts'
import { useOperation } from '#web/use-operation.ts'
import { waitingApprovals } from '#web/waiting-approvals.ts'

const everyMinute = 60_000

/**
 * How many calls of agents wait for a person. Live events keep it current; a hidden tab asks every minute
 * (approvals.md#hidden-tabs-ask-the-count).
 */
export function useWaitingCount(): number {
  const { data } = useOperation('listApprovals', waitingApprovals, {
    refetchInterval: () => (document.hidden ? everyMinute : false),
    refetchIntervalInBackground: true,
  })
  return data?.total ?? 0
}

/** Shows the number in the title of the browser tab. */
export function useCountInTitle(count: number): void {
  useEffect(() => {
    countInTitle(count)
    return () => countInTitle(0)
  }, [count])
}
