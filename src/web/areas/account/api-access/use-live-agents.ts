import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { useLive, useOrganization } from '#web/context.ts'

const together = 1000

/**
 * What the list says about an agent changes with each of its calls, even those that change nothing else: it is read again, at
 * most once a second.
 */
export function useLiveAgents(): void {
  const live = useLive()
  const queries = useQueryClient()
  const { id } = useOrganization()
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const stop = live.listen(({ credentialType, operation }) => {
      const concerns = credentialType === 'api_key' || credentialType === 'oauth' || operation === 'consent'
      if (!concerns || due.current !== undefined) return
      due.current = setTimeout(() => {
        due.current = undefined
        void queries.invalidateQueries({ queryKey: [id, 'listConnectedAgents'] })
      }, together)
    })
    return () => {
      stop()
      clearTimeout(due.current)
      due.current = undefined
    }
  }, [live, queries, id])
}
