import { z } from 'zod'

import { holdPerson } from '#areas/account/people/own-account.ts'
import { beginEnrolment } from '#areas/account/sign-in/second-factor.ts'
import { sealTotpSecret } from '#areas/account/sign-in/totp-secrets.ts'
import { newTotpSecret, otpauthUri, totpSecretText } from '#areas/account/sign-in/totp.ts'
import { Refusal } from '#kernel/errors.ts'
import { procedure } from '#kernel/procedure.ts'
import { shownOnce } from '#kernel/schema.ts'

export const enrollMfa = procedure({
  name: 'enrollMfa',
  title: 'Set up a second factor',
  summary: 'Creates the secret for an authenticator app, shown only once. It takes effect when a code is confirmed.',
  excluded: 'auth_internals',
  instead: 'open Account in the web application',
  asks: 'person',
  elevated: true,
  risk: 'write',
  input: z.strictObject({}),
  output: z.object({ secret: shownOnce(z.string()), otpauthUri: shownOnce(z.string()) }),
  errors: ['invalid_transition'],

  async handle({ db, person, now, baseUrl, sealing }) {
    const { email } = await holdPerson(db, person)
    const secret = newTotpSecret()
    const sealed = sealTotpSecret(sealing, person.userId, secret)
    if (!(await beginEnrolment(db, { userId: person.userId, sealed, now })))
      throw new Refusal('invalid_transition', 'You already have a second factor. Switch it off first.')
    const issuer = `Masthead ${new URL(baseUrl).hostname}`
    return { secret: totpSecretText(secret), otpauthUri: otpauthUri({ secret, email, issuer }) }
  },
})
