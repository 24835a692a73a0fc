import { z } from 'zod'

import { findUser } from '#areas/account/people/people.ts'
import { pendingEmailOf } from '#areas/account/sign-in/links.ts'
import { countRecoveryCodes } from '#areas/account/sign-in/recovery-codes.ts'
import { findTotp } from '#areas/account/sign-in/second-factor.ts'
import { procedure } from '#kernel/procedure.ts'
import { iso, timestamp } from '#kernel/schema.ts'

export const getAccountSecurity = procedure({
  name: 'getAccountSecurity',
  title: 'Show how I sign in',
  summary: 'Your address, whether it is confirmed, and the state of your second factor and its recovery codes.',
  excluded: 'auth_internals',
  instead: 'open Account in the web application',
  asks: 'person',
  risk: 'read',
  input: z.strictObject({}),
  output: z.object({
    email: z.string(),
    emailVerifiedAt: timestamp().nullable(),
    pendingEmail: z.string().nullable(),
    mailIsConfigured: z.boolean(),
    secondFactor: z
      .object({
        since: timestamp(),
        recoveryCodesLeft: z.int(),
        recoveryCodeUsedAt: timestamp().nullable(),
      })
      .nullable(),
  }),

  async handle({ db, person, now, mail }) {
    const user = await findUser(db, person.userId)
    const totp = await findTotp(db, person.userId)
    const codes = await countRecoveryCodes(db, person.userId)
    const since = totp?.confirmed_at ?? null
    return {
      email: user.email,
      emailVerifiedAt: iso(user.email_verified_at),
      pendingEmail: await pendingEmailOf(db, person.userId, now),
      mailIsConfigured: mail.isConfigured,
      secondFactor:
        since === null
          ? null
          : { since: iso(since), recoveryCodesLeft: codes.left, recoveryCodeUsedAt: iso(codes.lastUsedAt) },
    }
  },
})
