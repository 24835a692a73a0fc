import { z } from 'zod'

import { addressChanged } from '#areas/account/mails/address-changed.ts'
import { emailKey } from '#areas/account/people/email-address.ts'
import { holdPerson } from '#areas/account/people/own-account.ts'
import { markVerified, organizationsOf, setEmail } from '#areas/account/people/people.ts'
import { endLinks, openLink, spendLink } from '#areas/account/sign-in/links.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import { procedure } from '#kernel/procedure.ts'
import { secret } from '#kernel/schema.ts'

export const verifyEmail = procedure({
  name: 'verifyEmail',
  title: 'Confirm an email address with its link',
  summary: 'Confirms the address that a link was sent to. A new address replaces the old one.',
  excluded: 'auth_internals',
  instead: 'open the link of the mail in a browser',
  asks: 'nobody',
  risk: 'write',
  input: z.strictObject({ token: secret(z.string().max(200)) }),
  output: z.object({ email: z.string(), changed: z.boolean() }),
  errors: ['not_found', 'conflict'],

  async handle({ db, now, mail, concerns }, { token }) {
    const { userId, purpose, email, byMail } = await openLink(db, token, ['verify_email', 'change_email'], now)
    const held = await holdPerson(db, { userId: storedId('user', userId) })
    await spendLink(db, token, now)
    for (const { id } of (await organizationsOf(db, userId)).slice(0, 1)) concerns(id, held.id)

    if (purpose === 'change_email') {
      await setEmail(db, userId, { email, verifiedAt: byMail ? now : null })
      // Links to the old address no longer prove anything.
      await endLinks(db, userId, ['reset', 'verify_email', 'change_email'])
      await mail.queue(db, addressChanged({ to: held.email, email }))
      return { email, changed: true }
    }
    if (emailKey(held.email) !== emailKey(email))
      throw new Refusal('not_found', 'This link is for an address that the account no longer has.')
    await markVerified(db, userId, now)
    return { email: held.email, changed: false }
  },
})
