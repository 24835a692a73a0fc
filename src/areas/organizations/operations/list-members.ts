import { z } from 'zod'

import { findMembers } from '#areas/organizations/members.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, listInput, listOutput, pageOf, timestamp, title } from '#kernel/schema.ts'
import { roles } from '#kernel/scope.ts'

export const listMembers = operation({
  name: 'listMembers',
  title: 'List members',
  summary:
    'Lists the members of the organization with role and status, in the order in which they joined. search: name or e-mail.',
  scope: 'org:read',
  risk: 'read',
  examples: [{ title: 'The administrators', input: { role: 'admin' } }],
  input: z.strictObject({ ...listInput, role: z.enum(roles).optional().describe('Only members with this role') }),
  output: listOutput(
    z.object({
      userId: id('user'),
      name: title(80),
      email: z.string(),
      role: z.enum(roles),
      status: z.enum(['active', 'suspended']),
      joinedAt: timestamp(),
      lastActiveAt: timestamp().nullable(),
      version: z.int(),
    }),
  ),

  async handle({ db }, { page, pageSize, search = '', role }) {
    const { members, total } = await findMembers(db, { role, term: search.trim() }, { page, pageSize })
    const described = members.map((member) => ({
      ...member,
      joinedAt: iso(member.joinedAt),
      lastActiveAt: iso(member.lastActiveAt),
    }))
    return pageOf(described, total, { page, pageSize })
  },
})
