import { z } from 'zod'

import { describeMember, memberOutput } from '#areas/organizations/member-output.ts'
import { findMembers } from '#areas/organizations/members.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'
import { roles } from '#kernel/scope.ts'

export const listMembers = operation({
  name: 'listMembers',
  title: 'List members',
  summary: 'Lists the members with role and status, in the order in which they joined. search: name or e-mail.',
  scope: 'org:read',
  risk: 'read',
  examples: [{ title: 'The administrators', input: { role: 'admin' } }],
  input: z.strictObject({ ...listInput, role: z.enum(roles).optional().describe('Only members with this role') }),
  output: listOutput(memberOutput),

  async handle({ db }, { page, pageSize, search = '', role }) {
    const { members, total } = await findMembers(db, { role, term: search.trim() }, { page, pageSize })
    return pageOf(members.map(describeMember), total, { page, pageSize })
  },
})
