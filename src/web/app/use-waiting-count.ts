import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useOrganization, usePersonId } from '#web/context.ts'
import { countInTitle } from '#web/document-title.ts'
import { readSession, type Session, sessionQuery } from '#web/session.ts'

const everyMinute = 60_000

/**
 * How many calls of agents wait that this person may decide, as the session says. Live events keep it current; a hidden tab asks every
 * minute (approvals.md#hidden-tabs-ask-the-count).
 */
export function useWaitingCount(): number {
  const { id } = useOrganization()
  const personId = usePersonId()
  const queries = useQueryClient()
  const first = queries.getQueryState<Session>(sessionQuery.queryKey)
  const { data } = useQuery({
    queryKey: [id, 'session'],
    queryFn: async ({ signal }) => {
      const session = await readSession(signal, id)
      if (session.signedIn && session.user.id === personId) queries.setQueryData(sessionQuery.queryKey, session)
      return waitingIn(session, id) ?? 0
    },
    initialData: waitingIn(first?.data, id),
    initialDataUpdatedAt: first?.dataUpdatedAt ?? 0,
    refetchInterval: () => (document.hidden ? everyMinute : false),
    refetchIntervalInBackground: true,
  })
  return data ?? 0
}

/** Undefined where the session was read for another organization. */
const waitingIn = (session: Session | undefined, id: string) =>
  session?.signedIn && session.organization?.id === id ? session.pendingApprovals : undefined

/** Shows the number in the title of the browser tab. */
export function useCountInTitle(count: number): void {
  useEffect(() => {
    countInTitle(count)
    return () => countInTitle(0)
  }, [count])
}
