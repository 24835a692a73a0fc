import type { Message } from '#kernel/mail.ts'

import { letter } from './letter.ts'

/** To an address that already has an account, where somebody entered it for another one. */
export function addressTaken({ to, baseUrl }: { to: string; baseUrl: string }): Message {
  return letter(
    to,
    'This address already has an account',
    'Somebody entered this address for another Masthead account. It has an\naccount of its own, so nothing was changed.',
    `If that was you, sign in with this address:\n${baseUrl}/sign-in`,
  )
}
