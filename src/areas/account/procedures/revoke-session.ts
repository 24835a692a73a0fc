import { z } from 'zod'

import { endSessions } from '#areas/account/sign-in/sessions.ts'
import { Refusal } from '#kernel/errors.ts'
import { procedure } from '#kernel/procedure.ts'
import { id } from '#kernel/schema.ts'

export const revokeSession = procedure({
  name: 'revokeSession',
  title: 'End a session',
  summary: 'Signs out one of your sessions, or all but this one. It ends with its next request.',
  excluded: 'auth_internals',
  instead: 'open Account in the web application',
  asks: 'person',
  risk: 'write',
  input: z
    .strictObject({
      sessionId: id('session').optional(),
      allOthers: z.literal(true).optional().describe('Instead of a session: all but this one'),
    })
    .refine(({ sessionId, allOthers }) => (sessionId === undefined) !== (allOthers === undefined), {
      message: 'Must have either sessionId or allOthers',
    }),
  output: z.object({ endedSessions: z.int() }),
  errors: ['not_found'],

  async handle({ db, person, giveSession }, { sessionId }) {
    if (sessionId === undefined)
      return { endedSessions: await endSessions(db, person.userId, { but: person.sessionId }) }
    const endedSessions = await endSessions(db, person.userId, { only: sessionId })
    if (endedSessions === 0)
      throw new Refusal('not_found', 'You have no session with this id. It may have ended already.')
    if (sessionId === person.sessionId) giveSession(null)
    return { endedSessions }
  },
})
