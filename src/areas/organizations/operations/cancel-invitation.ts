import { z } from 'zod'

import { cancelOpenInvitation, requireInvitation, stateForbids } from '#areas/organizations/invitations.ts'
import { requireManager } from '#areas/organizations/member-rules.ts'
import { lockOrganization } from '#areas/organizations/members.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const cancelInvitation = operation({
  name: 'cancelInvitation',
  title: 'Cancel an invitation',
  summary: 'Ends a pending invitation: its link no longer works.',
  scope: 'org:write',
  risk: 'destructive',
  judgesCaller: true,
  errors: ['not_found', 'invalid_transition', 'role_forbidden'],
  examples: [{ title: 'Cancel it', input: { invitationId: 'inv_01k9x8f0000000000000000000' } }],
  input: z.strictObject({ invitationId: id('invitation') }),
  output: z.object({ id: id('invitation'), status: z.literal('canceled') }),

  async handle({ db, actor, now }, { invitationId }) {
    await lockOrganization(db)
    await requireManager(db, actor.userId)
    const { id: known, status } = await requireInvitation(db, invitationId, now)
    if (status !== 'pending') throw stateForbids(status, 'canceled', status === 'expired' ? ['sent again'] : [])

    await cancelOpenInvitation(db, known)

    return { id: known, status: 'canceled' as const }
  },
})
