import { z } from 'zod'

import { id, iso, shownOnce, text, timestamp, title } from '#kernel/schema.ts'

import { type Invitation, invitationStatuses, invitedRoles } from './invitations.ts'

/** An invitation in an answer: everything but its link. */
export const invitationOutput = z.object({
  id: id('invitation'),
  email: z.string(),
  role: z.enum(invitedRoles),
  status: z.enum(invitationStatuses),
  message: text(500).nullable(),
  sentByMail: z.boolean().describe('false: a person passes the link on'),
  invitedBy: z.object({
    userId: id('user'),
    name: title(80).nullable().describe('null: this person is no longer a member'),
  }),
  needsNewLink: z
    .boolean()
    .describe('Pending, but who invited can no longer give the role: resendInvitation makes it work again'),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  acceptedAt: timestamp().nullable(),
  version: z.int(),
})

/** An invitation that was just sent. The link is shown only to a person, and only where no mail carries it. */
export const sentInvitationOutput = z.object({
  invitation: invitationOutput,
  acceptUrl: shownOnce(z.string())
    .optional()
    .describe('The link, once, in the web application of an installation without mail'),
  nextStep: z.string().optional().describe('What a person has to do, if no mail carries the link'),
})

export function describeInvitation(invitation: Invitation): z.input<typeof invitationOutput> {
  return {
    ...invitation,
    createdAt: iso(invitation.createdAt),
    expiresAt: iso(invitation.expiresAt),
    acceptedAt: iso(invitation.acceptedAt),
  }
}
