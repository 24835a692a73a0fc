import { z } from 'zod'

import { requireBelow, requireManager, requireOtherOwner } from '#areas/organizations/member-rules.ts'
import { endMembership, lockOrganization, requireMember } from '#areas/organizations/members.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const removeMember = operation({
  name: 'removeMember',
  title: 'Remove a member',
  summary: 'Ends a membership with its API keys and connected agents at once. What the member wrote stays.',
  scope: 'org:write',
  risk: 'destructive',
  changesMembers: true,
  judgesCaller: true,
  errors: ['not_found', 'last_owner', 'role_forbidden'],
  examples: [{ title: 'Remove somebody', input: { userId: 'usr_01k9x8f0000000000000000000' } }],
  input: z
    .strictObject({
      userId: id('user'),
      // Nothing in the content belongs to a member (organizations.md#members-own-no-content).
      reassignContentTo: id('user')
        .optional()
        .describe('A member who takes over; bylines and history name no member, so they stay as they are.'),
    })
    .refine(({ userId, reassignContentTo }) => userId !== reassignContentTo, {
      path: ['reassignContentTo'],
      message: 'Must be another member',
    }),
  output: z.object({
    removed: z.literal(true),
    revokedTokens: z.int().describe('API keys and grants that ended with the membership'),
  }),

  async handle({ db, actor }, { userId, reassignContentTo }) {
    await lockOrganization(db)
    const own = await requireManager(db, actor.userId)
    const member = await requireMember(db, userId)
    if (reassignContentTo !== undefined) await requireMember(db, reassignContentTo)
    requireBelow(own, member)
    await requireOtherOwner(db, member)

    const revokedTokens = await endMembership(db, member.userId)

    return { removed: true as const, revokedTokens }
  },
})
