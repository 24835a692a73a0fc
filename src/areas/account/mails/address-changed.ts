import type { Message } from '#kernel/mail.ts'

import { letter } from './letter.ts'

/** To the former address: it is no longer the account's. */
export function addressChanged({ to, email }: { to: string; email: string }): Message {
  return letter(
    to,
    'Your email address was changed',
    `The address of your Masthead account is now\n${email}\nand no longer this one.`,
    'If this was not you, tell the operator of this installation.',
  )
}
