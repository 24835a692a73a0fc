import type { ReactNode } from 'react'

import type { ConnectedAgent } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

type Props = { agent: ConnectedAgent; children(agent: ConnectedAgent): ReactNode }

/**
 * An agent as it is now: the list on the screen can be older than a call that it just made, whose scope a choice would take
 * away.
 */
export function FreshAgent({ agent, children }: Props) {
  const { data, isFetchedAfterMount } = useOperation(
    'listConnectedAgents',
    { search: agent.id, pageSize: 1 },
    { staleTime: 0 },
  )
  if (!isFetchedAfterMount) return null
  return children(data?.items.find(({ id }) => id === agent.id) ?? agent)
}
