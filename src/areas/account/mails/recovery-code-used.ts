import type { Message } from '#kernel/mail.ts'

import { letter, notYou } from './letter.ts'

type About = { to: string; left: number; baseUrl: string }

/** Somebody signed in, or changed something, with a recovery code. */
export function recoveryCodeUsed({ to, left, baseUrl }: About): Message {
  return letter(
    to,
    'A recovery code was used',
    `A recovery code of your Masthead account was used instead of your\nauthenticator app. ${leftInWords(left)}`,
    notYou(baseUrl),
  )
}

function leftInWords(left: number): string {
  if (left === 0) return 'None are left: create new ones in your account.'
  return left === 1 ? 'One code is left.' : `${left} codes are left.`
}
