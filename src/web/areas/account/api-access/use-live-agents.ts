import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive, useOrganization } from '#web/context.ts'

const together = 1000

/** What the list says of an agent changes with each of its calls, also with those that change nothing else: it is read anew, once a second at most. */
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
