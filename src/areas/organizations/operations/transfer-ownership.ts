import { z } from 'zod'

import { describeMember, memberOutput } from '#areas/organizations/member-output.ts'
import { changeRole, lockOrganization, requireMember } from '#areas/organizations/members.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const transferOwnership = operation({
  name: 'transferOwnership',
  title: 'Transfer ownership',
  summary: 'Makes another active member the owner, and you an administrator.',
  excluded: 'cross_organization',
  instead: 'open Settings > Organization in the web application',
  role: 'owner',
  elevated: true,
  risk: 'destructive',
  errors: ['not_found', 'invalid_transition', 'role_forbidden'],
  input: z.strictObject({ userId: id('user').describe('The member who becomes the owner') }),
  output: z.object({ owner: memberOutput, you: memberOutput }),

  async handle({ db, actor }, { userId }) {
    await lockOrganization(db)
    const [you, next] = [await requireMember(db, actor.userId), await requireMember(db, userId)]
    if (you.role !== 'owner')
      throw new Refusal('role_forbidden', 'Only an owner can transfer ownership.', { role: you.role })
    if (next.userId === you.userId || next.status !== 'active')
      throw new Refusal('invalid_transition', 'The new owner must be another member, and an active one.', {
        state: next.status,
      })

    await changeRole(db, next.userId, 'owner')
    await changeRole(db, you.userId, 'admin')

    const describe = async (id: string) => describeMember(await requireMember(db, id))
    return { owner: await describe(next.userId), you: await describe(you.userId) }
  },
})
