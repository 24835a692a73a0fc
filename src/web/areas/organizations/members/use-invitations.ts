import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import type { InputOf } from '#web/operations.ts'

/** What became of one address; `link` where no mail is sent. */
export type Invited = { email: string; link: string | null; problem: string | null }

type Invitation = Omit<InputOf<'inviteMember'>, 'email'>

/** Invites many addresses, one after the other: each is a record of its own, and no failure affects the others. */
export function useInvitations() {
  const { id: organizationId } = useOrganization()
  const userId = usePersonId()
  const { call } = useClient()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [results, setResults] = useState<readonly Invited[] | null>(null)

  async function inviteAll(addresses: readonly string[], invitation: Invitation) {
    const made: Invited[] = []
    for (const email of addresses) {
      setProgress({ done: made.length, of: addresses.length })
      made.push(await invite({ email, ...invitation }))
    }
    void queries.invalidateQueries({ queryKey: [organizationId] })
    setProgress(null)
    setResults(made)
  }

  async function invite(input: InputOf<'inviteMember'>): Promise<Invited> {
    try {
      const { result } = await call('inviteMember', input, {
        organizationId,
        userId,
        ...(input.role === 'admin' ? { confirm: true } : {}),
      })
      return { email: input.email, link: result.acceptUrl ?? null, problem: null }
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      return { email: input.email, link: null, problem: error.message }
    }
  }

  return { inviteAll, progress, results }
}
