import { z } from 'zod'

import { addressTaken } from '#areas/account/mails/address-taken.ts'
import { addressWillChange } from '#areas/account/mails/address-will-change.ts'
import { confirmAddress } from '#areas/account/mails/confirm-address.ts'
import { emailKey, isEmail, storedEmail } from '#areas/account/people/email-address.ts'
import { holdPerson } from '#areas/account/people/own-account.ts'
import { findCredentials } from '#areas/account/people/people.ts'
import { addressOfLink, endLinks, newLink } from '#areas/account/sign-in/links.ts'
import { Refusal } from '#kernel/errors.ts'
import { type PrepareProcedureCtx, procedure } from '#kernel/procedure.ts'
import { shownOnce } from '#kernel/schema.ts'

const mailsPerHour = 10

export const changeEmail = procedure({
  name: 'changeEmail',
  title: 'Change my email address',
  summary:
    'Starts a change of address. It takes effect when the new one is confirmed with its link; the old one is notified.',
  excluded: 'auth_internals',
  instead: 'open Account in the web application',
  asks: 'person',
  elevated: true,
  risk: 'write',
  input: z.strictObject({ email: z.string().max(320) }),
  output: z.object({
    pendingEmail: z.string(),
    confirmUrl: shownOnce(z.string()).nullable().describe('Only if no mail server is set'),
  }),
  errors: ['rate_limited'],

  prepare: limitMails,

  async handle({ db, person, now, baseUrl, mail }, input) {
    const email = storedEmail(input.email)
    if (!isEmail(input.email.trim())) throw refused('Must be an email address', 'invalid_format')
    const held = await holdPerson(db, person)
    if (emailKey(held.email) === emailKey(email)) throw refused('Is your address already', 'invalid_value')

    await endLinks(db, person.userId, ['change_email'])
    const byMail = mail.isConfigured
    const token = await newLink(db, { purpose: 'change_email', userId: person.userId, email, byMail, now })
    const link = addressOfLink(baseUrl, 'change_email', token)

    // Only its owner learns whether the address has an account (account.md#answers-never-reveal-accounts).
    const isTaken = (await findCredentials(db, email)) !== undefined
    await mail.queue(db, isTaken ? addressTaken({ to: email, baseUrl }) : confirmAddress({ to: email, link }))
    await mail.queue(db, addressWillChange({ to: held.email, email, baseUrl }))
    return { pendingEmail: email, confirmUrl: byMail ? null : link }
  },
})

// Each request sends a mail to an address of the person's choice.
async function limitMails({ attempts, person }: PrepareProcedureCtx<'person'>): Promise<void> {
  const { allowed, resetMs } = await attempts.hit(`change-email:${person.userId}`, mailsPerHour, 3600_000)
  if (allowed) return
  const retryAfter = Math.max(1, Math.ceil(resetMs / 1000))
  throw new Refusal(
    'rate_limited',
    `Several changes were started in the last hour. Try again in ${Math.ceil(retryAfter / 60)} minutes.`,
    { retryAfter },
    { retryAfter },
  )
}

function refused(message: string, code: string): Refusal {
  return new Refusal('validation_failed', `The input is not valid: email ${message.toLowerCase()}.`, [
    { path: '/input/email', message, code },
  ])
}
