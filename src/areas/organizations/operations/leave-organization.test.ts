import { expect, test } from 'vitest'

import { listMembers } from '#areas/organizations/operations/list-members.ts'
import { addKey, addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { leaveOrganization } from './leave-organization.ts'

const inWeb = { door: 'app', confirm: true } as const

test('a person who leaves takes their keys along', async () => {
  const { call, database, access } = await stage()
  const organizationId = access.organization.id
  const userId = await addMember(database, organizationId, 'viewer')
  await addKey(database, { organizationId, userId })
  const asViewer = { ...inWeb, as: { actor: { ...access.actor, userId }, role: 'viewer' as const, scopes: [] } }

  expect(await call(leaveOrganization, {}, asViewer)).toEqual({ left: true, revokedTokens: 1 })
  expect((await call(listMembers, {})).items.map((member) => member.userId)).toEqual([access.actor.userId])
})

test('the last owner cannot leave', async () => {
  const { call, database, access } = await stage()
  await addMember(database, access.organization.id, 'admin')

  await expect(call(leaveOrganization, {}, inWeb)).rejects.toMatchObject({ code: 'last_owner' })
})

test('agents cannot', async () => {
  const { call, access, database } = await stage()
  await addMember(database, access.organization.id, 'owner')

  await expect(call(leaveOrganization, {}, { confirm: true })).rejects.toMatchObject({
    code: 'operation_excluded',
    details: { category: 'cross_organization' },
  })
})
