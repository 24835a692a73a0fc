import type { Message } from '#kernel/mail.ts'

import { letter } from './letter.ts'

/** To an address that has an account already, where somebody gave it for another one. */
export function addressTaken({ to, baseUrl }: { to: string; baseUrl: string }): Message {
  return letter(
    to,
    'This address already has an account',
    'Somebody gave this address for another Masthead account. It has an\naccount of its own, so nothing was changed.',
    `If that was you, sign in with this address:\n${baseUrl}/sign-in`,
  )
}
