import { expect, test } from 'vitest'

import { listMembers } from '#areas/organizations/operations/list-members.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'
import { stage } from '#test/stage.ts'

async function members() {
  const staged = await stage()

  async function join(name: string, role: Role, suspended = false) {
    const id = newId('user')
    const email = `${name.toLowerCase()}@team.test`
    await staged.database.asIdentity(async (auth) => {
      const user = { id, email: `${id}${email}`, email_key: `${id}${email}`, display_name: name, password_phc: 'hash' }
      await auth.insertInto('auth.users').values(user).execute()
      const membership = { organization_id: staged.access.organization.id, user_id: id, role }
      await auth
        .insertInto('auth.memberships')
        .values({ ...membership, suspended_at: suspended ? '2026-01-01T00:00:00Z' : null })
        .execute()
    })
    return id
  }

  return { ...staged, join }
}

test('members are listed with role and status and without any secret', async () => {
  const { call, join, access } = await members()
  const id = await join('Writer', 'author', true)

  const list = await call(listMembers, {})

  expect(list).toMatchObject({ total: 2, hasMore: false })
  expect(list.items.map(({ userId }) => userId)).toEqual([access.actor.userId, id])
  expect(list.items[1]).toEqual({
    userId: id,
    name: 'Writer',
    email: `${id}writer@team.test`,
    role: 'author',
    status: 'suspended',
    joinedAt: expect.stringMatching(/Z$/),
    lastActiveAt: null,
    version: 1,
  })
})

test('role and search narrow the list', async () => {
  const { call, join } = await members()
  const [writer] = [await join('Writer', 'author'), await join('Chief', 'editor')]

  expect((await call(listMembers, { role: 'author' })).items.map(({ userId }) => userId)).toEqual([writer])
  expect((await call(listMembers, { search: 'WRITER@team' })).items.map(({ name }) => name)).toEqual(['Writer'])
  expect((await call(listMembers, { search: '%' })).total).toBe(0)
  expect(await call(listMembers, { page: 2, pageSize: 2 })).toMatchObject({ total: 3, items: [{ name: 'Chief' }] })
})

test('members of another organization are out of sight', async () => {
  const { join } = await members()
  await join('Writer', 'author')

  expect((await (await stage()).call(listMembers, {})).total).toBe(1)
})
