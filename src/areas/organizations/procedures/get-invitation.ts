import { z } from 'zod'

import { emailKey } from '#areas/account/index.ts'
import { accountOf, findLinked, mayStillGive } from '#areas/organizations/invitation-links.ts'
import { hashOfInvitation, invitationStatuses, invitedRoles } from '#areas/organizations/invitations.ts'
import { Refusal } from '#kernel/errors.ts'
import { procedure } from '#kernel/procedure.ts'
import { iso, text, timestamp, title } from '#kernel/schema.ts'

export const getInvitation = procedure({
  name: 'getInvitation',
  title: 'Look at an invitation',
  summary: 'Shows the holder of an invitation link what it is and how to accept it.',
  excluded: 'auth_internals',
  instead: 'open the link of the invitation in a browser',
  asks: 'either',
  risk: 'read',
  errors: ['not_found'],
  input: z.strictObject({ token: z.string().max(200) }),
  output: z.object({
    organization: z.object({ name: title(120) }),
    role: z.enum(invitedRoles),
    status: z.enum(invitationStatuses),
    email: z.string().describe('Masked if it is the address of an account that is not signed in here'),
    invitedBy: z.object({ name: title(80) }),
    message: text(500).nullable(),
    expiresAt: timestamp(),
    next: z
      .enum(['accept', 'create_account', 'sign_in', 'other_account', 'ask_again'])
      .describe('How it can be accepted here; ask_again: not at all, because who invited can no longer give the role'),
  }),

  async handle({ db, person, now }, { token }) {
    const hash = hashOfInvitation(token)
    const invitation = hash && (await findLinked(db, hash, now))
    if (invitation === undefined)
      throw new Refusal('not_found', 'This invitation is not valid, or no longer valid. Ask for a new one.')
    const { organization, role, status, email, inviter, message, expiresAt } = invitation
    const isOwn = person !== null && emailKey(person.email) === emailKey(email)
    const isFree = (await accountOf(db, email)) === undefined
    return {
      organization: { name: organization.name },
      role,
      status,
      email: isOwn || isFree ? email : masked(email),
      invitedBy: { name: inviter.name },
      message,
      expiresAt: iso(expiresAt),
      next: !mayStillGive(invitation)
        ? ('ask_again' as const)
        : isOwn
          ? ('accept' as const)
          : person !== null
            ? ('other_account' as const)
            : isFree
              ? ('create_account' as const)
              : ('sign_in' as const),
    }
  },
})

/** `sam@example.com` as `s•••@example.com`: enough to know one's own, too little to learn another's. */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}
