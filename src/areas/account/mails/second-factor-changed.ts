import type { Message } from '#kernel/mail.ts'

import { letter, notYou } from './letter.ts'

type About = { to: string; isOn: boolean; baseUrl: string }

/** The second factor was switched on or off. */
export function secondFactorChanged({ to, isOn, baseUrl }: About): Message {
  return letter(
    to,
    `Your second factor was switched ${isOn ? 'on' : 'off'}`,
    isOn
      ? 'Signing in to your Masthead account now asks for a code of your\nauthenticator app. All other browsers were signed out.'
      : 'Signing in to your Masthead account no longer asks for a code. All\nother browsers were signed out.',
    notYou(baseUrl),
  )
}
