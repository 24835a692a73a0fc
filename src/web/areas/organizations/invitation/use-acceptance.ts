import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import type { InputOf } from '#web/operations.ts'
import { renewSession } from '#web/session.ts'

/** Accepts an invitation and goes to its organization. */
export function useAcceptance() {
  const { call } = useClient()
  const { queries } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const [state, setState] = useState<{ isBusy: boolean; error: OperationError | null }>({ isBusy: false, error: null })

  async function accept(input: InputOf<'acceptInvitation'>): Promise<void> {
    setState({ isBusy: true, error: null })
    try {
      const { result } = await call('acceptInvitation', input)
      await renewSession(queries)
      await navigate({ to: '/o/$orgSlug/content', params: { orgSlug: result.organization.slug }, replace: true })
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      setState({ isBusy: false, error })
    }
  }

  return { accept, ...state }
}
