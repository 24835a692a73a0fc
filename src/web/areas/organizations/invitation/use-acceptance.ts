import { useNavigate, useRouteContext } from '@tanstack/react-router'

import { useClient } from '#web/context.ts'
import type { InputOf } from '#web/operations.ts'
import { renewSession } from '#web/session.ts'
import { useAttempt } from '#web/use-attempt.ts'

/** Accepts an invitation and goes to its organization. */
export function useAcceptance() {
  const { call } = useClient()
  const { queries } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const { attempt, isPending, error } = useAttempt()

  const accept = (input: InputOf<'acceptInvitation'>) =>
    attempt(async () => {
      const { result } = await call('acceptInvitation', input)
      await renewSession(queries)
      await navigate({ to: '/o/$orgSlug', params: { orgSlug: result.organization.slug }, replace: true })
    })

  return { accept, isPending, error }
}
