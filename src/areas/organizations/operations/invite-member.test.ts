import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { cancelInvitation } from '#areas/organizations/operations/cancel-invitation.ts'
import { listInvitations } from '#areas/organizations/operations/list-invitations.ts'
import { mailbox } from '#test/mailbox.ts'
import { addMember } from '#test/people.ts'
import { stage } from '#test/stage.ts'

import { inviteMember } from './invite-member.ts'

test('a credential in the message is masked', async () => {
  const { call, inPerson } = await stage()
  const message = `Use mh_sk_${'a1'.repeat(18)}.`

  const { invitation } = await call(inviteMember, { email: 'sam@example.com', role: 'author', message }, inPerson())

  expect(invitation.message).toBe('Use mh_sk_[redacted].')
})

test('a person gets the link once where no mail server is set, and the row keeps its hash alone', async () => {
  const { call, answerOf, access, inPerson, database } = await stage()

  const {
    invitation,
    acceptUrl = '',
    nextStep,
  } = await call(inviteMember, { email: ' Sam@Example.com ', role: 'author', message: 'Welcome.' }, inPerson())

  expect(invitation).toMatchObject({
    email: 'Sam@example.com',
    role: 'author',
    status: 'pending',
    message: 'Welcome.',
    sentByMail: false,
    invitedBy: { userId: access.actor.userId, name: 'Person of the test' },
    acceptedAt: null,
  })
  expect(nextStep).toContain('copy the link now and pass it on to Sam@example.com')
  expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).toBe(7 * 86_400_000)
  const [, token = ''] = /^https:\/\/masthead\.test\/invitation#(mh_inv_[\w-]{43})$/.exec(acceptUrl) ?? []
  const row = await database.asIdentity((db) =>
    db.selectFrom('auth.invitations').selectAll().where('id', '=', invitation.id).executeTakeFirstOrThrow(),
  )
  expect(row.token_hash).toEqual(createHash('sha256').update(token).digest())
  expect(JSON.stringify(row)).not.toContain(token)
  expect((await answerOf(listInvitations, {})).body).not.toContain('mh_inv_')
})

test('an agent never sees the link, and its answer is given again for its key', async () => {
  const { answerOf, call } = await stage()
  const once = { idempotencyKey: 'invite-sam' }
  const input = { email: 'sam@example.com', role: 'author' }

  const first = await answerOf(inviteMember, input, once)
  const again = await answerOf(inviteMember, input, once)

  expect(first.body).not.toContain('mh_inv_')
  expect(JSON.parse(first.body).result).not.toHaveProperty('acceptUrl')
  expect(JSON.parse(first.body).result.nextStep).toMatch(
    /nobody has been notified yet.+New link next to sam@example\.com/,
  )
  expect(again).toEqual({ ...first, replayed: true })
  expect((await call(listInvitations, {})).total).toBe(1)
})

test('the refusal of a second invitation is given again for its key, whatever happened since', async () => {
  const { answerOf, call } = await stage()
  const input = { email: 'sam@example.com', role: 'author' } as const
  const { invitation } = await call(inviteMember, input)
  const once = { idempotencyKey: 'invite-again' }

  const first = await answerOf(inviteMember, input, once)
  await call(cancelInvitation, { invitationId: invitation.id }, { confirm: true })
  const again = await answerOf(inviteMember, input, once)

  expect(JSON.parse(first.body).error.code).toBe('invitation_pending')
  expect([again.body, again.replayed]).toEqual([first.body, true])
  expect((await call(listInvitations, {})).items.map(({ status }) => status)).toEqual(['canceled'])
})

test('where a mail server is set the link is in the mail and nowhere else', async () => {
  const { answerOf, inPerson } = await stage()
  const mail = mailbox()

  const answer = await answerOf(
    inviteMember,
    { email: 'sam@example.com', role: 'editor', message: 'See you.' },
    { ...inPerson(), mail },
  )

  expect(JSON.parse(answer.body).result).toMatchObject({ invitation: { sentByMail: true } })
  expect(answer.body).not.toContain('mh_inv_')
  expect(mail.messages).toHaveLength(1)
  expect(mail.messages[0]).toMatchObject({
    to: 'sam@example.com',
    subject: 'Person of the test invites you to Organization of the test',
  })
  expect(mail.messages[0]?.text).toMatch(/See you\.[^]*https:\/\/masthead\.test\/invitation#mh_inv_[\w-]{43}\n/)
})

test('a rehearsal shows no link, and invites nobody', async () => {
  const { call, inPerson } = await stage()

  const shown = await call(inviteMember, { email: 'sam@example.com', role: 'viewer' }, { ...inPerson(), dryRun: true })

  expect(shown.acceptUrl).not.toContain('mh_inv_')
  expect((await call(listInvitations, {})).total).toBe(0)
})

test('a member and an invited address are not invited, however the address is written', async () => {
  const { call, access, database } = await stage()
  const member = await addMember(database, access.organization.id, 'viewer')
  await call(inviteMember, { email: 'sam@example.com', role: 'viewer' })

  for (const [email, code] of [
    [`${member}@EXAMPLE.com`, 'already_member'],
    ['SAM@example.com', 'invitation_pending'],
  ] as const)
    await expect(call(inviteMember, { email, role: 'viewer' })).rejects.toMatchObject({
      code,
      details: { field: 'email' },
    })
  // Another organization knows nothing about it.
  expect(
    (await (await stage()).call(inviteMember, { email: 'sam@example.com', role: 'viewer' })).invitation.status,
  ).toBe('pending')
})

test('an address whose invitation has expired can be invited again', async () => {
  const { call, database } = await stage()
  const { invitation } = await call(inviteMember, { email: 'sam@example.com', role: 'viewer' })
  await database.asIdentity((db) =>
    db
      .updateTable('auth.invitations')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', invitation.id)
      .execute(),
  )

  await call(inviteMember, { email: 'sam@example.com', role: 'author' })

  const { items } = await call(listInvitations, {})
  expect(items.map(({ status, role }) => [status, role])).toEqual([
    ['pending', 'author'],
    ['expired', 'viewer'],
  ])
})

test('of two calls at the same time one invites', async () => {
  const { call } = await stage()
  const invite = () => call(inviteMember, { email: 'sam@example.com', role: 'viewer' })

  const outcomes = await Promise.allSettled([invite(), invite()])

  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'invitation_pending' } })
  expect((await call(listInvitations, {})).total).toBe(1)
})

test.each([
  ['/input/role', { role: 'owner' as 'admin' }],
  ['/input/email', { email: 'sam' }],
  ['/input/email', { email: 'sam@example.com\r\nBcc: all@example.com' }],
  ['/input/email', { email: `${'x'.repeat(250)}@example.com` }],
  ['/input/message', { message: 'x'.repeat(501) }],
])('a wrong %s is refused', async (path, wrong) => {
  const { call } = await stage()

  const refused = call(inviteMember, { email: 'sam@example.com', role: 'viewer', ...wrong })

  await expect(refused).rejects.toMatchObject({
    code: 'validation_failed',
    details: expect.arrayContaining([expect.objectContaining({ path })]),
  })
})

test('an administrator invites administrators, an editor nobody', async () => {
  const [admin, editor] = [await stage({ role: 'admin' }), await stage({ role: 'editor' })]
  const input = { email: 'sam@example.com', role: 'admin' as const }

  expect((await admin.call(inviteMember, input, { confirm: true })).invitation.role).toBe('admin')
  await expect(editor.call(inviteMember, input, { confirm: true })).rejects.toMatchObject({ code: 'role_forbidden' })
})

test('somebody who was an administrator when the call began, and is none now, invites nobody', async () => {
  const { call, access } = await stage({ role: 'editor' })

  const refused = call(
    inviteMember,
    { email: 'sam@example.com', role: 'viewer' },
    { as: { role: 'admin', scopes: ['org:write'], actor: access.actor } },
  )

  await expect(refused).rejects.toMatchObject({ code: 'role_forbidden' })
})

test.each(['sam@\uff45xample.com', 'sam@EXAMPLE.com', 'sam@example.com\u200b', 'sam@ex\u00adample.com'])(
  'no other spelling of an invited address is invited: %j',
  async (email) => {
    const { call } = await stage()
    await call(inviteMember, { email: 'sam@example.com', role: 'author' })

    await expect(call(inviteMember, { email, role: 'author' })).rejects.toMatchObject({
      code: expect.stringMatching(/^(invitation_pending|validation_failed)$/),
    })
  },
)
