import { expect, test } from 'vitest'

import { listMembers } from '#areas/organizations/operations/list-members.ts'
import { newId } from '#kernel/ids.ts'
import { addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { transferOwnership } from './transfer-ownership.ts'

const elevated = () => ({ door: 'app', confirm: true, as: { elevatedUntil: new Date(Date.now() + 60_000) } }) as const

test('the other member is the owner, and the one before is an administrator', async () => {
  const { call, database, access } = await stage()
  const userId = await addMember(database, access.organization.id, 'author')

  const { owner, you } = await call(transferOwnership, { userId }, elevated())

  expect([owner.userId, owner.role, you.userId, you.role]).toEqual([userId, 'owner', access.actor.userId, 'admin'])
  expect((await call(listMembers, { role: 'owner' })).items.map((member) => member.userId)).toEqual([userId])
})

test('it needs the password, and the role of an owner', async () => {
  const [owner, admin] = [await stage(), await stage({ role: 'admin' })]
  const userId = await addMember(owner.database, owner.access.organization.id, 'author')

  const plain = { door: 'app', confirm: true } as const
  await expect(owner.call(transferOwnership, { userId }, plain)).rejects.toMatchObject({ code: 'elevation_required' })
  await expect(admin.call(transferOwnership, { userId: admin.access.actor.userId }, elevated())).rejects.toMatchObject({
    code: 'role_forbidden',
  })
})

test('nobody unknown, oneself or suspended becomes the owner', async () => {
  const { call, database, access } = await stage()
  const suspended = await addMember(database, access.organization.id, 'admin')
  await database.asIdentity((db) =>
    db.updateTable('auth.memberships').set({ suspended_at: new Date() }).where('user_id', '=', suspended).execute(),
  )

  for (const [userId, code] of [
    [newId('user'), 'not_found'],
    [access.actor.userId, 'invalid_transition'],
    [suspended, 'invalid_transition'],
  ] as const)
    await expect(call(transferOwnership, { userId }, elevated())).rejects.toMatchObject({ code })
  expect((await call(listMembers, { role: 'owner' })).total).toBe(1)
})

test('of two transfers at the same time one happens', async () => {
  const { call, database, access } = await stage()
  const [a, b] = [
    await addMember(database, access.organization.id, 'author'),
    await addMember(database, access.organization.id, 'author'),
  ]

  const outcomes = await Promise.allSettled([a, b].map((userId) => call(transferOwnership, { userId }, elevated())))

  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'role_forbidden' } })
  expect((await call(listMembers, { role: 'owner' })).total).toBe(1)
})
