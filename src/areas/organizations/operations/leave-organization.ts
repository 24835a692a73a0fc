import { z } from 'zod'

import { requireOtherOwner } from '#areas/organizations/member-rules.ts'
import { endMembership, lockOrganization, requireMember } from '#areas/organizations/members.ts'
import { operation } from '#kernel/operation.ts'

export const leaveOrganization = operation({
  name: 'leaveOrganization',
  title: 'Leave the organization',
  summary: 'Ends your own membership with your API keys and connected agents here. The only owner cannot leave.',
  excluded: 'cross_organization',
  instead: 'open Settings > Members in the web application',
  role: 'viewer',
  risk: 'destructive',
  errors: ['last_owner'],
  input: z.strictObject({}),
  output: z.object({
    left: z.literal(true),
    revokedTokens: z.int().describe('Your API keys and grants that ended'),
  }),

  async handle({ db, actor }) {
    await lockOrganization(db)
    const member = await requireMember(db, actor.userId)
    await requireOtherOwner(db, member)

    const revokedTokens = await endMembership(db, member.userId)

    return { left: true as const, revokedTokens }
  },
})
