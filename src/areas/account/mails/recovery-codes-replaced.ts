import type { Message } from '#kernel/mail.ts'

import { letter, notYou } from './letter.ts'

/** There are new recovery codes, and the earlier ones no longer work. */
export function recoveryCodesReplaced({ to, baseUrl }: { to: string; baseUrl: string }): Message {
  return letter(
    to,
    'Your recovery codes were replaced',
    'New recovery codes were created for your Masthead account. The\nearlier ones no longer work, and all other browsers were signed out.',
    notYou(baseUrl),
  )
}
