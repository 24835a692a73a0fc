import { expect, test } from 'vitest'

import { cancelInvitation } from '#areas/organizations/operations/cancel-invitation.ts'
import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import { stage } from '#test/stage.ts'

import { listInvitations } from './list-invitations.ts'

async function invited() {
  const staged = await stage()
  for (const name of ['anna', 'ben', 'carla'])
    await staged.call(inviteMember, { email: `${name}@example.com`, role: 'viewer' })
  return staged
}

test('invitations are listed newest first, page by page', async () => {
  const { call } = await invited()

  const [first, second] = [
    await call(listInvitations, { pageSize: 2 }),
    await call(listInvitations, { pageSize: 2, page: 2 }),
  ]

  expect([...first.items, ...second.items].map(({ email }) => email.split('@')[0])).toEqual(['carla', 'ben', 'anna'])
  expect([first.total, first.hasMore, second.hasMore]).toEqual([3, true, false])
})

test('status and search narrow the list', async () => {
  const { call } = await invited()
  const [latest] = (await call(listInvitations, {})).items
  await call(cancelInvitation, { invitationId: latest?.id as `inv_${string}` }, { confirm: true })

  expect((await call(listInvitations, { status: 'canceled' })).items.map(({ email }) => email)).toEqual([
    'carla@example.com',
  ])
  expect((await call(listInvitations, { status: 'pending', search: 'BEN@' })).total).toBe(1)
  expect((await call(listInvitations, { search: '%' })).total).toBe(0)
})

test('a viewer sees them, another organization does not', async () => {
  const [{ call }, other] = [await stage({ role: 'viewer' }), await invited()]

  expect((await call(listInvitations, {})).total).toBe(0)
  expect((await other.call(listInvitations, {})).total).toBe(3)
})
