import { z } from 'zod'

import { confirmAddress } from '#areas/account/mails/confirm-address.ts'
import { holdPerson } from '#areas/account/people/own-account.ts'
import { addressOfLink, countRecentLinks, newLink } from '#areas/account/sign-in/links.ts'
import { Refusal } from '#kernel/errors.ts'
import { procedure } from '#kernel/procedure.ts'

const mailsPerHour = 5

export const requestEmailVerification = procedure({
  name: 'requestEmailVerification',
  title: 'Confirm my email address',
  summary: 'Sends a link to your address, which proves that it is yours. Needs a mail server.',
  excluded: 'auth_internals',
  instead: 'open Account in the web application',
  asks: 'person',
  risk: 'write',
  input: z.strictObject({}),
  output: z.object({ sentTo: z.string() }),
  errors: ['provider_not_configured', 'rate_limited'],

  async handle({ db, person, now, baseUrl, mail }) {
    if (!mail.isConfigured)
      throw new Refusal('provider_not_configured', 'This installation has no mail server, which this needs.', {
        howToFix: 'The operator of the installation sets SMTP_URL and MAIL_FROM.',
      })
    const { email } = await holdPerson(db, person)
    const purpose = 'verify_email'
    if ((await countRecentLinks(db, { userId: person.userId, purpose, now })) >= mailsPerHour)
      throw new Refusal(
        'rate_limited',
        'Several links were sent in the last hour. Look for them, or wait an hour.',
        undefined,
        {
          retryAfter: 3600,
        },
      )

    const token = await newLink(db, { purpose, userId: person.userId, email, byMail: true, now })
    await mail.queue(db, confirmAddress({ to: email, link: addressOfLink(baseUrl, purpose, token) }))
    return { sentTo: email }
  },
})
