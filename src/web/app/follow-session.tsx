import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useOrganization } from '#web/context.ts'
import { type Session, type SignedIn, sessionQuery } from '#web/session.ts'

/**
 * Shows what the person may do as soon as the page has read it: another role, or that they are no longer a member
 * (web.md#roles-are-followed). Who has signed out, or another person, is not followed: what somebody is writing stays.
 */
export default function FollowSession({ session }: { session: SignedIn }) {
  const { id } = useOrganization()
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.queryKey[0] !== sessionQuery.queryKey[0]) return
        const now = query.state.data as Session | undefined
        if (!now?.signedIn || now.user.id !== session.user.id || rightsIn(now) === rightsIn(session)) return
        if (now.organizations.some((one) => one.id === id)) void queries.invalidateQueries({ queryKey: [id] })
        void router.invalidate()
      }),
    [id, queries, router, session],
  )
  return null
}

const rightsIn = ({ organizations }: SignedIn): string => JSON.stringify(organizations)
