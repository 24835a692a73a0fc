import { z } from 'zod'

import { disconnectAgents } from '#areas/account/disconnect-agents.ts'
import { holdPerson } from '#areas/account/people/own-account.ts'
import { endLinks } from '#areas/account/sign-in/links.ts'
import { endSessions } from '#areas/account/sign-in/sessions.ts'
import { procedure } from '#kernel/procedure.ts'

export const signOutEverywhere = procedure({
  name: 'signOutEverywhere',
  title: 'Sign out everywhere',
  summary:
    'Ends all of your sessions, including this one. With disconnectAgents, also your API keys and connected agents, everywhere.',
  excluded: 'auth_internals',
  instead: 'open Account in the web application',
  asks: 'person',
  risk: 'destructive',
  input: z.strictObject({
    disconnectAgents: z.boolean().default(false).describe('Also revokes all API keys and connected agents'),
  }),
  output: z.object({ endedSessions: z.int(), revokedKeys: z.int(), revokedGrants: z.int() }),

  async handle({ db, person, now, concerns, giveSession }, input) {
    const { id: userId } = await holdPerson(db, person)
    const agents = input.disconnectAgents
      ? await disconnectAgents(db, { userId, reason: 'signed_out_everywhere', now })
      : { revokedKeys: 0, revokedGrants: 0, organizations: [] }
    await endLinks(db, userId, ['reset', 'change_email'])
    const endedSessions = await endSessions(db, userId)

    for (const organizationId of agents.organizations) concerns(organizationId, userId)
    giveSession(null)
    const { revokedKeys, revokedGrants } = agents
    return { endedSessions, revokedKeys, revokedGrants }
  },
})
