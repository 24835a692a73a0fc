import { z } from 'zod'

import { secondFactorChanged } from '#areas/account/mails/second-factor-changed.ts'
import { countCode, holdPerson } from '#areas/account/people/own-account.ts'
import { codeAttemptOf, forgetAttempts } from '#areas/account/sign-in/attempts.ts'
import { replaceRecoveryCodes } from '#areas/account/sign-in/recovery-codes.ts'
import { finishEnrolment, findTotp, takeTotpCode } from '#areas/account/sign-in/second-factor.ts'
import { elevateSession, endSessions } from '#areas/account/sign-in/sessions.ts'
import { Refusal } from '#kernel/errors.ts'
import { procedure } from '#kernel/procedure.ts'
import { secret, shownOnce } from '#kernel/schema.ts'

export const confirmMfa = procedure({
  name: 'confirmMfa',
  title: 'Switch the second factor on',
  summary:
    'Takes a code from the authenticator app, shows ten recovery codes, only once, and ends every other session.',
  excluded: 'auth_internals',
  instead: 'open Account in the web application',
  asks: 'person',
  elevated: true,
  risk: 'write',
  input: z.strictObject({ code: secret(z.string().max(50)) }),
  output: z.object({ recoveryCodes: shownOnce(z.array(z.string())), endedSessions: z.int() }),
  errors: ['invalid_transition', 'validation_failed', 'rate_limited'],

  prepare: countCode,

  async handle({ db, person, now, baseUrl, sealing, mail, giveSession }, { code }) {
    const { email } = await holdPerson(db, person)
    const totp = await findTotp(db, person.userId)
    if (totp === undefined || totp.confirmed_at !== null) throw nothingWaits()
    if (!(await takeTotpCode(db, sealing, { userId: person.userId, code, now })))
      throw new Refusal('validation_failed', "This is not the app's current code. Check its clock and try again.", [
        { path: '/input/code', message: 'Is not the current code', code: 'wrong_code' },
      ])
    if (!(await finishEnrolment(db, person.userId, now))) throw nothingWaits()

    const recoveryCodes = await replaceRecoveryCodes(db, person.userId, now)
    await forgetAttempts(db, codeAttemptOf(person.userId))
    const endedSessions = await endSessions(db, person.userId, { but: person.sessionId })
    giveSession((await elevateSession(db, person.sessionId, { now, secondFactor: 'passed' })).token)
    await mail.queue(db, secondFactorChanged({ to: email, isOn: true, baseUrl }))
    return { recoveryCodes, endedSessions }
  },
})

const nothingWaits = () => new Refusal('invalid_transition', 'There is no enrolment to confirm. Start one first.')
