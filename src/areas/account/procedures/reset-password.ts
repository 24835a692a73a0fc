import { z } from 'zod'

import { disconnectAgents } from '#areas/account/disconnect-agents.ts'
import { passwordChanged } from '#areas/account/mails/password-changed.ts'
import { emailKey } from '#areas/account/people/email-address.ts'
import { holdPerson } from '#areas/account/people/own-account.ts'
import { markVerified, organizationsOf, setPasswordHash } from '#areas/account/people/people.ts'
import { attemptOf, forgetAttempts } from '#areas/account/sign-in/attempts.ts'
import { endLinks, openLink, spendLink } from '#areas/account/sign-in/links.ts'
import { requireGoodPassword } from '#areas/account/sign-in/password-rules.ts'
import { endSessions } from '#areas/account/sign-in/sessions.ts'
import { type UserId, storedId } from '#kernel/ids.ts'
import { procedure } from '#kernel/procedure.ts'
import { secret } from '#kernel/schema.ts'

export const resetPassword = procedure({
  name: 'resetPassword',
  title: 'Choose a new password with a link',
  summary: 'Sets a new password with a link that works once, and ends every session. The second factor stays.',
  excluded: 'auth_internals',
  instead: 'open the link of the mail in a browser',
  asks: 'nobody',
  risk: 'write',
  input: z.strictObject({
    token: secret(z.string().max(200)),
    newPassword: secret(z.string().max(1024)).describe('12 to 256 characters'),
    disconnectAgents: z.boolean().default(false).describe('Also revokes all API keys and connected agents'),
  }),
  output: z.object({ endedSessions: z.int(), revokedKeys: z.int(), revokedGrants: z.int() }),
  errors: ['not_found'],

  async prepare({ read, passwords, now }, { token, newPassword }) {
    const link = await read((db) => openLink(db, token, ['reset'], now))
    await requireGoodPassword(newPassword, link.email, '/input/newPassword')
    return { phc: await passwords.hash(newPassword) }
  },

  async handle({ db, now, baseUrl, browser, mail, concerns }, input, { phc }) {
    const link = await openLink(db, input.token, ['reset'], now)
    const userId = storedId('user', link.userId)
    const { email } = await holdPerson(db, { userId })
    await spendLink(db, input.token, now)

    await setPasswordHash(db, userId, { phc })
    await endLinks(db, userId, ['reset', 'change_email'])
    // The link came by mail, so the address is theirs.
    if (link.byMail && emailKey(link.email) === emailKey(email)) await markVerified(db, userId, now)
    const endedSessions = await endSessions(db, userId)
    const agents = input.disconnectAgents
      ? await disconnectAgents(db, { userId, reason: 'password_reset', now })
      : { revokedKeys: 0, revokedGrants: 0, organizations: [] }
    await forgetAttempts(db, attemptOf(email, browser.addressPrefix))

    const touched = agents.organizations.length > 0 ? agents.organizations : await firstOrganization(db, userId)
    for (const organizationId of touched) concerns(organizationId, userId)
    await mail.queue(db, passwordChanged({ to: email, baseUrl }))
    const { revokedKeys, revokedGrants } = agents
    return { endedSessions, revokedKeys, revokedGrants }
  },
})

async function firstOrganization(db: Parameters<typeof organizationsOf>[0], userId: UserId) {
  return (await organizationsOf(db, userId)).slice(0, 1).map(({ id }) => id)
}
