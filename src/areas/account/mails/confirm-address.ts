import type { Message } from '#kernel/mail.ts'

import { letter } from './letter.ts'

/** The link that proves an address. */
export function confirmAddress({ to, link }: { to: string; link: string }): Message {
  return letter(
    to,
    'Confirm your email address',
    'This address was entered for a Masthead account. Confirm here that it\nis yours:',
    link,
    'The link works once, for 24 hours.',
    'If you have no such account, do nothing.',
  )
}
