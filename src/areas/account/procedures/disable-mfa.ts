import { z } from 'zod'

import { secondFactorChanged } from '#areas/account/mails/second-factor-changed.ts'
import { countCode, holdPerson } from '#areas/account/people/own-account.ts'
import { codeAttemptOf, forgetAttempts } from '#areas/account/sign-in/attempts.ts'
import { removeSecondFactor, takeCode } from '#areas/account/sign-in/second-factor.ts'
import { elevateSession, endSessions } from '#areas/account/sign-in/sessions.ts'
import { wrongCode } from '#areas/account/sign-in/sign-in.ts'
import { Refusal } from '#kernel/errors.ts'
import { procedure } from '#kernel/procedure.ts'
import { secret } from '#kernel/schema.ts'

export const disableMfa = procedure({
  name: 'disableMfa',
  title: 'Switch the second factor off',
  summary: 'Removes the second factor and its recovery codes. Takes a code of either kind; every other session ends.',
  excluded: 'auth_internals',
  instead: 'open Account in the web application',
  asks: 'person',
  elevated: true,
  risk: 'destructive',
  input: z.strictObject({ code: secret(z.string().max(50)) }),
  output: z.object({ endedSessions: z.int() }),
  errors: ['invalid_credentials', 'invalid_transition', 'rate_limited'],

  prepare: countCode,

  async handle({ db, person, now, baseUrl, sealing, mail, giveSession }, { code }) {
    const { email, hasSecondFactor } = await holdPerson(db, person)
    if (!hasSecondFactor)
      throw new Refusal('invalid_transition', 'You have no second factor that could be switched off.')
    if ((await takeCode(db, sealing, { userId: person.userId, code, now })) === undefined) throw wrongCode()

    await removeSecondFactor(db, person.userId)
    await forgetAttempts(db, codeAttemptOf(person.userId))
    const endedSessions = await endSessions(db, person.userId, { but: person.sessionId })
    giveSession((await elevateSession(db, person.sessionId, { now, secondFactor: 'none' })).token)
    await mail.queue(db, secondFactorChanged({ to: email, isOn: false, baseUrl }))
    return { endedSessions }
  },
})
