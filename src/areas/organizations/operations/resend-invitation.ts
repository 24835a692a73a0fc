import { z } from 'zod'

import { sentInvitationOutput } from '#areas/organizations/invitation-output.ts'
import {
  hasOpenInvitation,
  invitesAdmin,
  renewInvitation,
  requireInvitation,
  stateForbids,
} from '#areas/organizations/invitations.ts'
import { requireGrantable, requireManager } from '#areas/organizations/member-rules.ts'
import { lockOrganization, requireNoMember } from '#areas/organizations/members.ts'
import { sendInvitation } from '#areas/organizations/send-invitation.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const resendInvitation = operation({
  name: 'resendInvitation',
  title: 'Send an invitation again',
  summary:
    'Replaces the link of a pending or expired invitation with a new one, valid for 7 days. The old link no longer works.',
  scope: 'org:write',
  risk: 'write',
  changesMembers: true,
  judgesCaller: true,
  // As `inviteMember` does: the link of an admin lives again.
  counts: { as: 'destructive', whenStored: (db, { invitationId }) => invitesAdmin(db, invitationId) },
  errors: ['not_found', 'invalid_transition', 'already_member', 'role_forbidden'],
  examples: [{ title: 'Send it again', input: { invitationId: 'inv_01k9x8f0000000000000000000' } }],
  input: z.strictObject({ invitationId: id('invitation') }),
  output: sentInvitationOutput,

  async handle(ctx, { invitationId }) {
    const { db, actor, now } = ctx
    await lockOrganization(db)
    const own = await requireManager(db, actor.userId)
    const { id: known, email, role, status } = await requireInvitation(db, invitationId, now)
    if (status === 'accepted' || status === 'canceled') throw stateForbids(status, 'sent again', [])
    // An expired invitation may have a newer one for the same address, which is open or was accepted.
    await requireNoMember(db, email)
    if (await hasOpenInvitation(db, email, now, known)) throw stateForbids(status, 'sent again next to a newer one', [])
    requireGrantable(own, role)

    const sent = await sendInvitation(ctx, async (link) => {
      await renewInvitation(db, known, link)
      return known
    })

    return sent
  },
})
