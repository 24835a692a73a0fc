import { expect, test } from 'vitest'

import { addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { getProfile } from './get-profile.ts'

test('a key answers for the person who made it', async () => {
  const { access, call } = await stage({ role: 'editor' })

  expect(await call(getProfile, {})).toEqual({
    userId: access.actor.userId,
    displayName: 'Person of the test',
    email: `${access.actor.userId}@example.com`,
    avatarUrl: null,
    locale: null,
    timezone: null,
    role: 'editor',
    notificationPreferences: {
      jobDone: 'none',
      published: 'none',
      auditRegression: 'none',
      asvDrop: 'none',
      invite: 'none',
    },
    version: 1,
  })
})

test('somebody else in the organization has a profile of their own', async () => {
  const { access, call, database } = await stage()
  const userId = await addMember(database, access.organization.id, 'viewer')

  const profile = await call(getProfile, {}, { as: { actor: { ...access.actor, userId }, role: 'viewer' } })

  expect(profile).toMatchObject({ userId, displayName: 'An viewer', role: 'viewer' })
})

test('who is no member of the organization has no profile in it', async () => {
  const { access, answerOf } = await stage()
  const { access: other } = await stage()

  const answer = await answerOf(getProfile, {}, { as: { actor: { ...access.actor, userId: other.actor.userId } } })

  expect(answer.status).toBe(500)
  expect(answer.body).not.toContain(other.actor.userId)
})
