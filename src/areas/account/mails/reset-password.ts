import type { Message } from '#kernel/mail.ts'

import { letter } from './letter.ts'

/** The link to a new password. */
export function resetPasswordMail({ to, link }: { to: string | null; link: string }): Message {
  return letter(
    to,
    'Choose a new password',
    'Somebody asked for a new password for your Masthead account.\nChoose one here:',
    link,
    'The link works once, for one hour.',
    'If you did not ask for it, do nothing: your password stays as it is.',
  )
}
