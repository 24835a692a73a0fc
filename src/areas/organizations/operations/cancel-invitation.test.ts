import { expect, test } from 'vitest'

import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import { listInvitations } from '#areas/organizations/operations/list-invitations.ts'
import { stage } from '#test/stage.ts'

import { cancelInvitation } from './cancel-invitation.ts'

const yes = { confirm: true }

test('a pending invitation ends, and the address can be invited again', async () => {
  const { call } = await stage()
  const { invitation } = await call(inviteMember, { email: 'sam@example.com', role: 'viewer' })

  const result = await call(cancelInvitation, { invitationId: invitation.id }, yes)

  expect(result).toEqual({ id: invitation.id, status: 'canceled' })
  await call(inviteMember, { email: 'sam@example.com', role: 'author' })
  expect((await call(listInvitations, {})).items.map(({ status }) => status)).toEqual(['pending', 'canceled'])
})

test('what has ended is not canceled again', async () => {
  const { call } = await stage()
  const { invitation } = await call(inviteMember, { email: 'sam@example.com', role: 'viewer' })
  await call(cancelInvitation, { invitationId: invitation.id }, yes)

  const again = call(cancelInvitation, { invitationId: invitation.id }, yes)

  await expect(again).rejects.toMatchObject({ code: 'invalid_transition', details: { state: 'canceled' } })
})

test('nothing happens without confirmation', async () => {
  const { call } = await stage()
  const { invitation } = await call(inviteMember, { email: 'sam@example.com', role: 'viewer' })

  await expect(call(cancelInvitation, { invitationId: invitation.id })).rejects.toMatchObject({
    code: 'confirmation_required',
  })
  expect((await call(listInvitations, {})).items.map(({ status }) => status)).toEqual(['pending'])
})
