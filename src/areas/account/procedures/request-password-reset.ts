import { z } from 'zod'

import { resetPasswordMail } from '#areas/account/mails/reset-password.ts'
import { findCredentials } from '#areas/account/people/people.ts'
import { addressOfLink, countRecentLinks, newLink } from '#areas/account/sign-in/links.ts'
import { Refusal } from '#kernel/errors.ts'
import { procedure } from '#kernel/procedure.ts'
import { text } from '#kernel/schema.ts'

const perNetwork = 20
const windowMs = 15 * 60_000
const mailsPerHour = 5

export const requestPasswordReset = procedure({
  name: 'requestPasswordReset',
  title: 'Ask for a new password',
  summary:
    'Sends a link to a new password, valid for one hour, if the address has an account. The answer never reveals whether it has.',
  excluded: 'auth_internals',
  instead: 'open "Forgotten password" on the sign-in page of the web application',
  asks: 'nobody',
  risk: 'write',
  input: z.strictObject({ email: text(320) }),
  output: z.object({ mailIsConfigured: z.boolean() }),
  errors: ['rate_limited'],

  async prepare({ attempts, browser }) {
    const { allowed, resetMs } = await attempts.hit(`reset:${browser.addressPrefix}`, perNetwork, windowMs)
    if (allowed) return
    const retryAfter = Math.max(1, Math.ceil(resetMs / 1000))
    throw new Refusal(
      'rate_limited',
      `Too many requests for a new password. Try again in ${retryAfter} s.`,
      { retryAfter },
      { retryAfter },
    )
  },

  // For an unknown address the same is written, for nobody (account.md#answers-never-reveal-accounts).
  async handle({ db, now, baseUrl, mail }, { email }) {
    if (!mail.isConfigured) return { mailIsConfigured: false }
    const known = await findCredentials(db, email)
    const recent = await countRecentLinks(db, { userId: known?.id ?? '', purpose: 'reset', now })
    const person = recent < mailsPerHour ? known : undefined

    const address = person?.email ?? ''
    const token = await newLink(db, { purpose: 'reset', userId: person?.id ?? null, email: address, byMail: true, now })
    const link = addressOfLink(baseUrl, 'reset', token)
    await mail.queue(db, resetPasswordMail({ to: person?.email ?? null, link }))
    return { mailIsConfigured: true }
  },
})
