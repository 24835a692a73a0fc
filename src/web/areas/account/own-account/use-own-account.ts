import { useNavigate, useRouteContext, useRouter } from '@tanstack/react-router'

import { renewSession } from '#web/session.ts'

/** The signed-in person, and what follows a change of the account. */
export function useOwnAccount() {
  const { queries, session } = useRouteContext({ from: '/o/$orgSlug' })
  const router = useRouter()
  const navigate = useNavigate()
  return {
    email: session.user.email,
    /** Lets every screen know what the session is now. */
    async renew(): Promise<void> {
      await renewSession(queries)
      await router.invalidate()
    },
    /** This session has ended: nothing of it stays on the screen. */
    async leave(): Promise<void> {
      queries.clear()
      await navigate({ to: '/sign-in' })
    },
  }
}
