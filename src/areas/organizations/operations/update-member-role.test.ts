import { describe, expect, test } from 'vitest'

import { listMembers } from '#areas/organizations/operations/list-members.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'
import { addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { updateMemberRole } from './update-member-role.ts'

const yes = { confirm: true }

async function organization(role: Role = 'owner') {
  const staged = await stage({ role })
  const { call, access, database } = staged
  const join = (as: Role) => addMember(database, access.organization.id, as)
  const roles = async () =>
    Object.fromEntries((await call(listMembers, {})).items.map((member) => [member.userId, member.role]))
  /** The same organization, with another member as the caller. */
  const as = (userId: UserId, theirRole: Role) => ({
    ...yes,
    as: { actor: { ...access.actor, userId }, role: theirRole },
  })
  return { ...staged, join, roles, as, me: access.actor.userId }
}

test('an owner gives any role in person, and the member has the next version', async () => {
  const { call, inPerson, join, roles } = await organization()
  const userId = await join('viewer')

  const { member } = await call(
    updateMemberRole,
    { userId, role: 'owner', ifVersion: 1 },
    { ...yes, ...inPerson({ elevated: true }) },
  )

  expect(member).toMatchObject({ userId, role: 'owner', version: 2 })
  expect((await roles())[userId]).toBe('owner')
})

test('no agent makes an owner, nor a person whose password was long ago', async () => {
  const { call, inPerson, join, roles } = await organization()
  const userId = await join('admin')

  await expect(call(updateMemberRole, { userId, role: 'owner' }, yes)).rejects.toMatchObject({ code: 'role_forbidden' })
  await expect(call(updateMemberRole, { userId, role: 'owner' }, { ...yes, ...inPerson() })).rejects.toMatchObject({
    code: 'elevation_required',
  })
  expect((await roles())[userId]).toBe('admin')
})

test('the role that a member has already is no change', async () => {
  const { call, join } = await organization()
  const userId = await join('editor')

  const { member } = await call(updateMemberRole, { userId, role: 'editor' }, yes)

  expect(member.version).toBe(1)
})

describe('an administrator', () => {
  test.each(['admin', 'editor', 'author', 'viewer'] as const)('gives the role %s', async (role) => {
    const { call, join } = await organization('admin')
    const userId = await join('admin')

    expect((await call(updateMemberRole, { userId, role }, yes)).member.role).toBe(role)
  })

  test('makes no owner and changes none', async () => {
    const { call, join, roles, me } = await organization('admin')
    const [owner, member] = [await join('owner'), await join('editor')]

    for (const input of [
      { userId: member, role: 'owner' as const },
      { userId: me, role: 'owner' as const },
      { userId: owner, role: 'viewer' as const },
    ])
      await expect(call(updateMemberRole, input, yes)).rejects.toMatchObject({ code: 'role_forbidden' })
    expect(await roles()).toEqual({ [me]: 'admin', [owner]: 'owner', [member]: 'editor' })
  })
})

test.each(['editor', 'author', 'viewer'] as const)('an %s changes nobody', async (role) => {
  const { call, join } = await organization(role)
  const userId = await join('viewer')

  await expect(call(updateMemberRole, { userId, role: 'author' }, yes)).rejects.toMatchObject({
    code: 'role_forbidden',
  })
})

test('the last owner keeps the role until there is another active one', async () => {
  const { call, join, me, database } = await organization()
  const suspended = await join('owner')
  await database.asIdentity((db) =>
    db.updateTable('auth.memberships').set({ suspended_at: new Date() }).where('user_id', '=', suspended).execute(),
  )

  await expect(call(updateMemberRole, { userId: me, role: 'admin' }, yes)).rejects.toMatchObject({
    code: 'last_owner',
  })
  await join('owner')
  expect((await call(updateMemberRole, { userId: me, role: 'admin' }, yes)).member.role).toBe('admin')
})

test('another version than the expected one is refused', async () => {
  const { call, join } = await organization()
  const userId = await join('viewer')

  await expect(call(updateMemberRole, { userId, role: 'author', ifVersion: 2 }, yes)).rejects.toMatchObject({
    code: 'version_conflict',
  })
})

test('a rehearsal shows the member as it would be, and nothing changes', async () => {
  const { call, join, roles } = await organization()
  const userId = await join('viewer')

  const { member } = await call(updateMemberRole, { userId, role: 'author' }, { dryRun: true })

  expect(member.role).toBe('author')
  expect((await roles())[userId]).toBe('viewer')
})

test('of two owners who demote each other at the same time one succeeds', async () => {
  const { call, join, roles, as, me } = await organization()
  const other = await join('owner')

  const outcomes = await Promise.allSettled([
    call(updateMemberRole, { userId: other, role: 'editor' }, yes),
    call(updateMemberRole, { userId: me, role: 'editor' }, as(other, 'owner')),
  ])

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'role_forbidden' } })
  expect(Object.values(await roles()).toSorted()).toEqual(['editor', 'owner'])
})

test('two owners who step down at the same time do not leave the organization without one', async () => {
  const { call, join, roles, as, me } = await organization()
  const other = await join('owner')

  const outcomes = await Promise.allSettled([
    call(updateMemberRole, { userId: me, role: 'admin' }, yes),
    call(updateMemberRole, { userId: other, role: 'admin' }, as(other, 'owner')),
  ])

  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'last_owner' } })
  expect(Object.values(await roles()).toSorted()).toEqual(['admin', 'owner'])
})
