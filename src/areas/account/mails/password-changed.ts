import type { Message } from '#kernel/mail.ts'

import { letter } from './letter.ts'

/** The password has changed. */
export function passwordChanged({ to, baseUrl }: { to: string; baseUrl: string }): Message {
  return letter(
    to,
    'Your password was changed',
    'The password of your Masthead account was changed. All other\nbrowsers were signed out.',
    `If this was not you, choose a new password here, and choose there to\nsign out everywhere and disconnect all agents:\n${baseUrl}/forgot-password`,
  )
}
