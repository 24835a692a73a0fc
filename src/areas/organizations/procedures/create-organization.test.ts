import { expect, test } from 'vitest'

import { addUser } from '#test/people.ts'
import { procedureStage } from '#test/procedures.ts'

async function person({ operator = false, isSignUpOpen = false } = {}) {
  const on = await procedureStage({ isSignUpOpen })
  const userId = await addUser(on.database)
  await on.database.asIdentity((db) =>
    db.updateTable('auth.users').set({ operator }).where('id', '=', userId).execute(),
  )
  return { ...on, userId, token: await on.signIn(userId) }
}

test('an operator makes an organization, owns it and finds its collections in it', async () => {
  const { call, token, database, userId } = await person({ operator: true })

  const { result } = await call('createOrganization', { name: ' Fjord Verlag ', timezone: 'Europe/Oslo' }, { token })

  expect(result.organization).toMatchObject({ name: 'Fjord Verlag', slug: 'fjord-verlag' })
  const { result: mine } = await call('listMyOrganizations', {}, { token })
  expect(mine.organizations).toMatchObject([{ ...result.organization, role: 'owner', plan: 'authority' }])
  const inside = await database.forOrganization({ organizationId: result.organization.id }, 'read', async ({ db }) => ({
    settings: await db.selectFrom('organization_setting').select('timezone').execute(),
    collections: await db.selectFrom('collection').select('slug').where('enabled', '=', true).execute(),
    records: await db.selectFrom('audit_record').select(['operation', 'user_id']).execute(),
  }))
  expect(inside).toEqual({
    settings: [{ timezone: 'Europe/Oslo' }],
    collections: [{ slug: 'articles' }],
    records: [{ operation: 'createOrganization', user_id: userId }],
  })
})

test('a second one of the same name has a slug of its own', async () => {
  const { call, token } = await person({ operator: true })

  const slugs = []
  for (let n = 0; n < 3; n++)
    slugs.push((await call('createOrganization', { name: 'Same name' }, { token })).result.organization.slug)

  expect(slugs).toEqual(['same-name', 'same-name-2', 'same-name-3'])
})

test('two at the same time are two, or one that is asked to try again', async () => {
  const { call, token } = await person({ operator: true })
  const make = () => call('createOrganization', { name: 'At the same time' }, { token })

  const outcomes = await Promise.allSettled([make(), make()])

  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
  const made = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value.result.organization.slug] : [],
  )
  expect(new Set(made).size).toBe(made.length)
  expect(made.length).toBeGreaterThan(0)
})

test('others make one only where sign-up is open', async () => {
  const [closed, open] = [await person(), await person({ isSignUpOpen: true })]

  await expect(closed.call('createOrganization', { name: 'Mine' }, { token: closed.token })).rejects.toMatchObject({
    code: 'role_forbidden',
  })
  expect(
    (await open.call('createOrganization', { name: 'Mine' }, { token: open.token })).result.organization.slug,
  ).toBe('mine')
})

test('a rehearsal makes none', async () => {
  const { call, token } = await person({ operator: true })

  await call('createOrganization', { name: 'Rehearsed' }, { token, dryRun: true })

  expect((await call('listMyOrganizations', {}, { token })).result.organizations).toEqual([])
})
