import type { Ctx } from '#kernel/context.ts'
import type { InvitationId } from '#kernel/ids.ts'
import type { Message } from '#kernel/mail.ts'

import { describeInvitation } from './invitation-output.ts'
import { acceptUrlOf, type Invitation, newInvitationToken, requireInvitation } from './invitations.ts'
import { getName } from './settings.ts'

/** Mails of an organization that wait while it sends another invitation. */
const mostWaiting = 200

/**
 * Stores an invitation with a new link and passes the link on: into a mail, else to the person who invites. An agent never sees
 * it (organizations.md#invitations).
 */
export async function sendInvitation(
  { db, now, mail, actor, baseUrl }: Ctx<'write'>,
  store: (sent: { token: string; byMail: boolean; now: Date }) => Promise<InvitationId>,
) {
  const token = newInvitationToken()
  const id = await store({ token, byMail: mail.isConfigured, now })
  const invitation = await requireInvitation(db, id, now)
  const acceptUrl = acceptUrlOf(baseUrl, token)
  if (mail.isConfigured)
    await mail.queue(db, messageOf(invitation, await getName(db), acceptUrl), { most: mostWaiting })

  const isShown = !mail.isConfigured && actor.credentialType === 'session'
  return {
    invitation: describeInvitation(invitation),
    ...(isShown ? { acceptUrl } : {}),
    ...(mail.isConfigured ? {} : { nextStep: isShown ? passOn(invitation) : fetchLink(invitation) }),
  }
}

const passOn = ({ email }: Invitation) =>
  `This installation sends no mail: copy the link now and pass it on to ${email}. It is shown only once.`

const fetchLink = ({ email }: Invitation) =>
  `This installation sends no mail, and agents do not see the link: nobody has been notified yet. An owner or admin opens ` +
  `Settings > Members in the web application, chooses New link next to ${email}, and passes on the link that appears there.`

function messageOf({ email, role, message, invitedBy, expiresAt }: Invitation, name: string, link: string): Message {
  const who = oneLine(invitedBy.name ?? 'Somebody')
  const organization = oneLine(name)
  const own = message === null || message.trim() === '' ? [] : [`${who} writes:`, message.trim()]
  return {
    to: email,
    subject: `${who} invites you to ${organization}`,
    text: [
      `${who} invites you to work in ${organization}. Your role there: ${role}.`,
      ...own,
      `Open this link to accept. It works once, until ${expiresAt.toISOString().slice(0, 10)}:`,
      link,
      'If you did not expect this, ignore it: nothing happens without the link.',
    ].join('\n\n'),
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
