import type { Message } from '#kernel/mail.ts'

import { letter, notYou } from './letter.ts'

/** To the present address: a new one was entered. */
export function addressWillChange({ to, email, baseUrl }: { to: string; email: string; baseUrl: string }): Message {
  return letter(
    to,
    'Your email address is about to change',
    `The address of your Masthead account will become\n${email}\nas soon as it is confirmed there. Until then this one stays.`,
    notYou(baseUrl),
  )
}
