import { z } from 'zod'

import { passwordChanged } from '#areas/account/mails/password-changed.ts'
import { holdProven, proveOwnPassword } from '#areas/account/people/own-account.ts'
import { setPasswordHash } from '#areas/account/people/people.ts'
import { endLinks } from '#areas/account/sign-in/links.ts'
import { requireGoodPassword } from '#areas/account/sign-in/password-rules.ts'
import { elevateSession, endSessions } from '#areas/account/sign-in/sessions.ts'
import { procedure } from '#kernel/procedure.ts'
import { secret } from '#kernel/schema.ts'

export const changePassword = procedure({
  name: 'changePassword',
  title: 'Change my password',
  summary: 'Sets a new password. Every other session ends; API keys and connected agents stay.',
  excluded: 'auth_internals',
  instead: 'open Account in the web application',
  asks: 'person',
  elevated: true,
  risk: 'write',
  input: z.strictObject({
    currentPassword: secret(z.string().max(1024)),
    newPassword: secret(z.string().max(1024)).describe('12 to 256 characters'),
  }),
  output: z.object({ endedSessions: z.int() }),
  errors: ['invalid_credentials', 'rate_limited'],

  async prepare(ctx, { currentPassword, newPassword }) {
    const proven = await proveOwnPassword(ctx, currentPassword)
    await requireGoodPassword(newPassword, proven.email, '/input/newPassword')
    return { proven, phc: await ctx.passwords.hash(newPassword) }
  },

  async handle({ db, person, now, baseUrl, mail, giveSession }, _input, { proven, phc }) {
    await holdProven(db, proven)

    await setPasswordHash(db, person.userId, { phc })
    await endLinks(db, person.userId, ['reset', 'change_email'])
    const endedSessions = await endSessions(db, person.userId, { but: person.sessionId })
    giveSession((await elevateSession(db, person.sessionId, { now })).token)

    await mail.queue(db, passwordChanged({ to: proven.email, baseUrl }))
    return { endedSessions }
  },
})
