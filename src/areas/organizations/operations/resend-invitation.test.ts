import { expect, test } from 'vitest'

import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { cancelInvitation } from '#areas/organizations/operations/cancel-invitation.ts'
import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import { listInvitations } from '#areas/organizations/operations/list-invitations.ts'
import { mailbox } from '#test/mailbox.ts'
import { addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { resendInvitation } from './resend-invitation.ts'

async function invited() {
  const staged = await stage()
  const { invitation } = await staged.call(inviteMember, { email: 'sam@example.com', role: 'viewer' })
  const stored = () =>
    staged.database.asIdentity((db) =>
      db.selectFrom('auth.invitations').selectAll().where('id', '=', invitation.id).executeTakeFirstOrThrow(),
    )
  const set = (values: {
    expires_at?: Date
    accepted_at?: Date
    accepted_by?: string
    email?: string
    email_key?: string
  }) =>
    staged.database.asIdentity((db) =>
      db.updateTable('auth.invitations').set(values).where('id', '=', invitation.id).execute(),
    )
  return { ...staged, invitationId: invitation.id, stored, set }
}

test('a new link takes the place of the old one, for another seven days', async () => {
  const { call, invitationId, stored, set } = await invited()
  await set({ expires_at: new Date(Date.now() + 1000) })
  const before = await stored()

  const { invitation } = await call(resendInvitation, { invitationId })

  const after = await stored()
  expect(after.token_hash).not.toEqual(before.token_hash)
  expect(Date.parse(invitation.expiresAt)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  expect(invitation).toMatchObject({ id: invitationId, status: 'pending', version: 2 })
})

test('it goes by mail where there is one by now', async () => {
  const { call, invitationId } = await invited()
  const mail = mailbox()

  const { invitation } = await call(resendInvitation, { invitationId }, { mail })

  expect(invitation.sentByMail).toBe(true)
  expect(mail.messages.map(({ to }) => to)).toEqual(['sam@example.com'])
})

test('an expired one is pending again, unless there is a newer one', async () => {
  const { call, invitationId, set } = await invited()
  await set({ expires_at: new Date(Date.now() - 1000) })
  expect((await call(resendInvitation, { invitationId })).invitation.status).toBe('pending')

  await set({ expires_at: new Date(Date.now() - 1000) })
  await call(inviteMember, { email: 'sam@example.com', role: 'author' })
  await expect(call(resendInvitation, { invitationId })).rejects.toMatchObject({ code: 'invalid_transition' })
  expect((await call(listInvitations, { status: 'pending' })).total).toBe(1)
})

test('one that expired is not sent again to somebody who is a member by now', async () => {
  const { call, database, access, invitationId, set } = await invited()
  await set({ expires_at: new Date(Date.now() - 1000) })
  const email = `${await addMember(database, access.organization.id, 'author')}@example.com`
  await set({ email, email_key: email })

  await expect(call(resendInvitation, { invitationId })).rejects.toMatchObject({ code: 'already_member' })
})

test('an accepted and a canceled one are not sent again', async () => {
  const accepted = await invited()
  await accepted.set({ accepted_at: new Date(), accepted_by: accepted.access.actor.userId })
  const canceled = await invited()
  await canceled.call(cancelInvitation, { invitationId: canceled.invitationId }, { confirm: true })

  for (const [{ call, invitationId }, state] of [
    [accepted, 'accepted'],
    [canceled, 'canceled'],
  ] as const)
    await expect(call(resendInvitation, { invitationId })).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { state },
    })
})

test('an agent waits for a person where changes of members do', async () => {
  const { answerOf, call, inPerson, invitationId, set, stored } = await invited()
  await call(setApprovalPolicy, { risks: ['member_changes'] }, inPerson())
  await set({ expires_at: new Date(Date.now() - 1000) })

  const { status, body } = await answerOf(resendInvitation, { invitationId })

  expect([status, body]).toEqual([428, expect.stringContaining('approvalId')])
  expect((await stored()).expires_at.getTime()).toBeLessThan(Date.now())
})
