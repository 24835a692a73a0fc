import { mailAddress, parsed } from '#platform/config/readers.ts'
import { secret, smtpUrl } from '#platform/config/secrets.ts'

import { groupOfVariables } from './about.ts'

export const mail = groupOfVariables()

export const mailVariables = {
  SMTP_URL: secret(smtpUrl).optional().register(mail, {
    description: 'Mail server that invitations, resets and notices are sent through; smtps:// encrypts from the start.',
    example: 'smtps://masthead:<password>@mail.example.com:465',
    unset: 'no mail: links are shown once in the web application',
  }),
  MAIL_FROM: parsed(mailAddress).optional().register(mail, {
    description: 'Sender of mails. Needed with SMTP_URL.',
    example: 'Masthead <masthead@example.com>',
    unset: 'none',
  }),
}
