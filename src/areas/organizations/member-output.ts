import { z } from 'zod'

import { id, iso, timestamp, title } from '#kernel/schema.ts'
import { roles } from '#kernel/scope.ts'

import type { Member } from './members.ts'

/** A member as every answer shows it. */
export const memberOutput = z.object({
  userId: id('user'),
  name: title(80),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(['active', 'suspended']),
  joinedAt: timestamp(),
  lastActiveAt: timestamp().nullable(),
  version: z.int(),
})

export function describeMember(member: Member): z.input<typeof memberOutput> {
  return { ...member, joinedAt: iso(member.joinedAt), lastActiveAt: iso(member.lastActiveAt) }
}
