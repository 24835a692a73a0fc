import { expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

import { getProfile } from './get-profile.ts'
import { updateProfile } from './update-profile.ts'

test('only the given fields change, also of the notices', async () => {
  const { call } = await stage()
  await call(updateProfile, {
    notificationPreferences: { jobDone: 'email', invite: 'chat' },
    timezone: 'Europe/Berlin',
  })

  const { profile } = await call(updateProfile, {
    displayName: '  Zo\u0065\u0308 ',
    locale: 'de-at',
    notificationPreferences: { jobDone: 'none' },
  })

  expect(profile).toMatchObject({
    displayName: 'Zo\u00eb',
    locale: 'de-AT',
    timezone: 'Europe/Berlin',
    notificationPreferences: { jobDone: 'none', invite: 'chat', published: 'none' },
    version: 3,
  })
  expect(await call(getProfile, {})).toEqual(profile)
})

test('a credential in a name is masked, and the name keeps its length', async () => {
  const { call } = await stage()

  const { profile } = await call(updateProfile, { displayName: `Key mh_sk_${'a1'.repeat(18)}` })

  expect(profile.displayName).toBe('Key mh_sk_[redacted]')
  const longest = `${'x'.repeat(68)}mh_sk_${'a'.repeat(6)}`
  expect((await call(updateProfile, { displayName: longest })).profile.displayName).toBe(
    `${'x'.repeat(68)}mh_sk_[redac`,
  )
})

test('language and time zone are cleared with null', async () => {
  const { call } = await stage()
  await call(updateProfile, { locale: 'fr', timezone: 'Europe/Paris' })

  const { profile } = await call(updateProfile, { locale: null, timezone: null })

  expect(profile).toMatchObject({ locale: null, timezone: null })
})

test('what is the same already is no change', async () => {
  const { call } = await stage()

  const { profile } = await call(updateProfile, { displayName: 'Person of the test', notificationPreferences: {} })

  expect(profile.version).toBe(1)
})

test('a profile is the same in every organization of its person', async () => {
  const [one, two] = [await stage(), await stage()]
  await one.database.asIdentity((db) =>
    db
      .insertInto('auth.memberships')
      .values({ organization_id: two.access.organization.id, user_id: one.access.actor.userId, role: 'viewer' })
      .execute(),
  )

  await one.call(updateProfile, { displayName: 'Everywhere' })

  const there = await two.call(getProfile, {}, { as: { actor: one.access.actor, role: 'viewer' } })
  expect(there).toMatchObject({ displayName: 'Everywhere', role: 'viewer' })
  expect((await two.call(getProfile, {})).displayName).toBe('Person of the test')
})

test('a change on the grounds of an older version is refused', async () => {
  const { call } = await stage()
  await call(updateProfile, { displayName: 'First' })

  await expect(call(updateProfile, { displayName: 'Second', ifVersion: 1 })).rejects.toMatchObject({
    code: 'version_conflict',
    details: { version: 2, expected: 1 },
  })
})

test('of several changes at once on the same grounds one is made', async () => {
  const { call } = await stage()

  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => call(updateProfile, { displayName: `Name ${at}`, ifVersion: 1 })),
  )

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await call(getProfile, {})).version).toBe(2)
})

test.each(['viewer', 'author', 'editor'] as const)(
  'an %s changes the own profile in the web application, and not with a key',
  async (role) => {
    const { call } = await stage({ role })

    await expect(call(updateProfile, { displayName: 'Me' })).rejects.toMatchObject({ code: 'role_forbidden' })
    const { profile } = await call(updateProfile, { displayName: 'Me' }, { door: 'app' })
    expect(profile.displayName).toBe('Me')
  },
)

test('a key without org:write changes no profile, whatever the role of its person', async () => {
  const { call } = await stage({ scopes: ['org:read'] })

  await expect(call(updateProfile, { displayName: 'Me' })).rejects.toMatchObject({ code: 'insufficient_scope' })
})

test.each([
  [{}, '/input'],
  [{ ifVersion: 1 }, '/input'],
  [{ displayName: ' ' }, '/input/displayName'],
  [{ displayName: 'x'.repeat(81) }, '/input/displayName'],
  [{ displayName: 'a\u0007b' }, '/input/displayName'],
  [{ locale: 'not a language' }, '/input/locale'],
  [{ timezone: '+01:00' }, '/input/timezone'],
  [{ timezone: 'Europe/Nowhere' }, '/input/timezone'],
  [{ notificationPreferences: { jobDone: 'sms' } }, '/input/notificationPreferences/jobDone'],
  [{ notificationPreferences: { everything: 'email' } }, '/input/notificationPreferences/everything'],
  [{ email: 'new@example.com' }, '/input/email'],
  [{ password: 'a new password' }, '/input/password'],
  [{ userId: newId('user'), displayName: 'Another' }, '/input/userId'],
  [{ role: 'owner' }, '/input/role'],
])('%j is refused at %s', async (input, path) => {
  const { answerOf, call } = await stage()

  const answer = await answerOf(updateProfile, input)

  expect(answer.status).toBe(422)
  expect(JSON.parse(answer.body).error.details[0].path).toBe(path)
  expect((await call(getProfile, {})).version).toBe(1)
})
