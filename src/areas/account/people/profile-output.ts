import { z } from 'zod'

import { notificationFields } from '#kernel/notifications.ts'
import { id, title } from '#kernel/schema.ts'
import { type Role, roles } from '#kernel/scope.ts'

import type { Profile } from './profiles.ts'

/** A profile as every answer shows it. */
export const profileOutput = z.object({
  userId: id('user'),
  displayName: title(80),
  email: z.string(),
  avatarUrl: z.string().nullable().describe('Picture in this organization; null: none'),
  locale: z.string().nullable().describe("Language tag (BCP 47); null: the organization's"),
  timezone: z.string().nullable().describe("Time zone of the IANA list; null: the organization's"),
  role: z.enum(roles).describe('Role in this organization'),
  notificationPreferences: z.object(notificationFields),
  version: z.int(),
})

/** The answer for a profile, with the person's role and picture in this organization. */
export function describeProfile(
  profile: Profile,
  { role, avatarUrl }: { role: Role; avatarUrl: string | null },
): z.input<typeof profileOutput> {
  return { ...profile, avatarUrl, role }
}
