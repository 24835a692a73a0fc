import { z } from 'zod'

import { emailText } from '#areas/account/index.ts'
import { sentInvitationOutput } from '#areas/organizations/invitation-output.ts'
import { addInvitation, hasOpenInvitation, invitedRoles } from '#areas/organizations/invitations.ts'
import { requireGrantable, requireManager } from '#areas/organizations/member-rules.ts'
import { lockOrganization, requireNoMember } from '#areas/organizations/members.ts'
import { sendInvitation } from '#areas/organizations/send-invitation.ts'
import { maskCredentials } from '#kernel/credential-text.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { text } from '#kernel/schema.ts'

export const inviteMember = operation({
  name: 'inviteMember',
  title: 'Invite a member',
  summary: 'Invites an e-mail address for 7 days, with a role up to your own. An admin needs confirm: true.',
  scope: 'org:write',
  risk: 'write',
  changesMembers: true,
  judgesCaller: true,
  confirm: {
    when: ({ role }) => role === 'admin',
    rule: 'Required when role is admin.',
    risk: 'destructive',
  },
  errors: ['already_member', 'invitation_pending', 'role_forbidden'],
  examples: [{ title: 'Invite an author', input: { email: 'sam@example.com', role: 'author' } }],
  input: z.strictObject({
    email: emailText(),
    role: z.enum(invitedRoles).describe('Role of the new member; owners are made later'),
    message: text(500).overwrite(maskCredentials).optional().describe('A few words for the mail'),
  }),
  output: sentInvitationOutput,

  async handle(ctx, { email, role, message }) {
    const { db, actor, now } = ctx
    await lockOrganization(db)
    requireGrantable(await requireManager(db, actor.userId), role)
    await requireNoMember(db, email)
    if (await hasOpenInvitation(db, email, now))
      throw new Refusal('invitation_pending', 'This address has an open invitation. Send it again, or cancel it.', {
        field: 'email',
      })

    await ctx.notify({ event: 'invite', text: `${email} was invited as ${role}.` })
    const sent = await sendInvitation(ctx, (link) => addInvitation(db, { email, role, message: message ?? null }, link))

    return sent
  },
})
