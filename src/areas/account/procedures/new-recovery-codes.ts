import { z } from 'zod'

import { recoveryCodesReplaced } from '#areas/account/mails/recovery-codes-replaced.ts'
import { holdPerson } from '#areas/account/people/own-account.ts'
import { replaceRecoveryCodes } from '#areas/account/sign-in/recovery-codes.ts'
import { endSessions } from '#areas/account/sign-in/sessions.ts'
import { Refusal } from '#kernel/errors.ts'
import { procedure } from '#kernel/procedure.ts'
import { shownOnce } from '#kernel/schema.ts'

export const newRecoveryCodes = procedure({
  name: 'newRecoveryCodes',
  title: 'Create new recovery codes',
  summary: 'Shows ten new recovery codes, only once. All earlier codes stop working, and every other session ends.',
  excluded: 'auth_internals',
  instead: 'open Account in the web application',
  asks: 'person',
  elevated: true,
  risk: 'write',
  input: z.strictObject({}),
  output: z.object({ recoveryCodes: shownOnce(z.array(z.string())), endedSessions: z.int() }),
  errors: ['invalid_transition'],

  async handle({ db, person, now, baseUrl, mail }) {
    const { email, hasSecondFactor } = await holdPerson(db, person)
    if (!hasSecondFactor)
      throw new Refusal('invalid_transition', 'Recovery codes belong to a second factor. Switch one on first.')

    const recoveryCodes = await replaceRecoveryCodes(db, person.userId, now)
    const endedSessions = await endSessions(db, person.userId, { but: person.sessionId })
    await mail.queue(db, recoveryCodesReplaced({ to: email, baseUrl }))
    return { recoveryCodes, endedSessions }
  },
})
