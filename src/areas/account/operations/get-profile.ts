import { z } from 'zod'

import { avatarUrlOf } from '#areas/account/people/avatars.ts'
import { describeProfile, profileOutput } from '#areas/account/people/profile-output.ts'
import { getOwnProfile } from '#areas/account/people/profiles.ts'
import { operation } from '#kernel/operation.ts'

export const getProfile = operation({
  name: 'getProfile',
  title: 'Get your own profile',
  summary: 'Reports who calls: name, e-mail, role, language, time zone, notices. A key acts for its creator.',
  scope: 'org:read',
  risk: 'read',
  examples: [{ title: 'Who am I?', input: {} }],
  input: z.strictObject({}),
  output: profileOutput,

  async handle({ db, access, baseUrl }) {
    const avatarUrl = await avatarUrlOf(db, access.actor.userId, baseUrl)
    return describeProfile(await getOwnProfile(db), { role: access.role, avatarUrl })
  },
})
