import { z } from 'zod'

import { findGrant } from '#areas/oauth/grants.ts'
import { markGrantEnded } from '#areas/oauth/oauth-grants.ts'
import { agentsPage } from '#kernel/agents-page.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'

export const revokeGrant = operation({
  name: 'revokeGrant',
  title: 'Disconnect an OAuth client',
  summary:
    'Ends the grant of an OAuth client with all its tokens, from the next request on. Repeating it returns the same.',
  excluded: 'auth_internals',
  instead: `open ${agentsPage} in the web application`,
  role: 'viewer',
  risk: 'destructive',
  errors: ['not_found', 'role_forbidden'],
  input: z.strictObject({ grantId: id('grant') }),
  output: z.object({ id: id('grant'), status: z.literal('revoked'), revokedAt: timestamp() }),

  async handle({ db, access, actor, now }, { grantId }) {
    const grant = await findGrant(db, grantId, now)
    if (grant === undefined) throw unknown()
    if (!access.scopes.includes('org:write') && grant.userId !== actor.userId)
      throw new Refusal(
        'role_forbidden',
        `The role ${access.role} can disconnect its own clients only. Ask an administrator.`,
        {
          role: access.role,
          requiredScopes: ['org:write'],
        },
      )

    await markGrantEnded(db, grant.id, 'revoked_by_member')

    const ended = await findGrant(db, grantId, now)
    if (ended === undefined || ended.revokedAt === null) throw new Error('The ended grant is not there')
    return { id: ended.id, status: 'revoked' as const, revokedAt: iso(ended.revokedAt) }
  },
})

const unknown = () => new Refusal('not_found', 'There is no such grant. listConnectedAgents lists them.')
