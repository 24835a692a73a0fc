import type { Config } from '#platform/config/config.ts'
import { SmtpFault, smtpTo } from '#platform/mail/smtp.ts'

import { type Check, fine, warning } from './check.ts'

/** Whether the mail server lets this installation in. No mail is sent, so whether one would arrive is not known. */
export async function checkMail({ mail }: Config): Promise<Check> {
  const name = 'mail'
  if (mail === null) return fine(name, 'No mail server is set: links are shown once in the web application.')
  try {
    await smtpTo(mail).greet()
    return fine(name, `The mail server accepts the account. Mail is sent from ${mail.from}.`)
  } catch (error) {
    if (!(error instanceof SmtpFault)) throw error
    return warning(name, `${error.message}.`, 'Check SMTP_URL: name, port, account and encryption of the server.')
  }
}
