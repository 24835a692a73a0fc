import { z } from 'zod'

import { describeMember, memberOutput } from '#areas/organizations/member-output.ts'
import {
  requireBelow,
  requireGrantable,
  requireManager,
  requireOtherOwner,
  requireOwnHand,
} from '#areas/organizations/member-rules.ts'
import { changeRole, lockOrganization, requireMember } from '#areas/organizations/members.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion } from '#kernel/schema.ts'
import { roles } from '#kernel/scope.ts'
import { requireVersion } from '#kernel/version.ts'

export const updateMemberRole = operation({
  name: 'updateMemberRole',
  title: 'Change the role of a member',
  summary: 'Gives a member, and so their agents, another role, at most your own. Only people make owners.',
  scope: 'org:write',
  risk: 'destructive',
  changesMembers: true,
  judgesCaller: true,
  errors: ['not_found', 'last_owner', 'role_forbidden'],
  examples: [{ title: 'Make an editor', input: { userId: 'usr_01k9x8f0000000000000000000', role: 'editor' } }],
  input: z.strictObject({ userId: id('user'), role: z.enum(roles), ifVersion }),
  output: z.object({ member: memberOutput }),

  async handle({ db, actor, access, now }, { userId, role, ifVersion }) {
    await lockOrganization(db)
    const own = await requireManager(db, actor.userId)
    const member = await requireMember(db, userId)
    requireVersion(member.version, ifVersion)
    requireBelow(own, member)
    requireGrantable(own, role)
    if (role === member.role) return { member: describeMember(member) }
    requireOwnHand(role, access, now)
    await requireOtherOwner(db, member)

    await changeRole(db, member.userId, role)

    return { member: describeMember(await requireMember(db, userId)) }
  },
})
