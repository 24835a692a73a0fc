import { z } from 'zod'

import { describeInvitation, invitationOutput } from '#areas/organizations/invitation-output.ts'
import { findInvitations, invitationStatuses } from '#areas/organizations/invitations.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listInvitations = operation({
  name: 'listInvitations',
  title: 'List invitations',
  summary: 'Lists the invitations, newest first, without their links. search: part of the e-mail.',
  scope: 'org:read',
  risk: 'read',
  examples: [{ title: 'Pending invitations', input: { status: 'pending' } }],
  input: z.strictObject({ ...listInput, status: z.enum(invitationStatuses).optional() }),
  output: listOutput(invitationOutput),

  async handle({ db, now }, filter) {
    const { invitations, total } = await findInvitations(db, filter, now)
    return pageOf(invitations.map(describeInvitation), total, filter)
  },
})
