import { beforeEach, expect, test } from 'vitest'

import { revokeApiKey } from '#areas/account/operations/revoke-api-key.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { cancelInvitation } from '#areas/organizations/operations/cancel-invitation.ts'
import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import { listMembers } from '#areas/organizations/operations/list-members.ts'
import { removeMember } from '#areas/organizations/operations/remove-member.ts'
import { updateMemberRole } from '#areas/organizations/operations/update-member-role.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { addKey } from '#test/people.ts'
import { newMember } from '#test/sample-records.ts'
import { stage, type Stage } from '#test/stage.ts'

import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

let on: Stage
beforeEach(async () => {
  on = await stage()
  await on.call(setApprovalPolicy, { risks: ['write', 'destructive'] }, on.inPerson())
})

/** What a person is shown of a call that waits. */
async function shown(op: AnyOperation, input: object) {
  const answer = await on.answerOf(op, input, { confirm: true })
  const { approvalId } = (JSON.parse(answer.body) as { error: { details: { approvalId: never } } }).error.details
  const { items } = await on.call(listApprovals, { approvalId }, on.inPerson())
  if (items[0] === undefined) throw new Error('no such approval')
  const { title, about, untrusted } = items[0]
  return { title, about, records: untrusted.records }
}

async function member() {
  const userId = await newMember(on)
  const { items } = await on.call(listMembers, {}, on.inPerson())
  const found = items.find((one) => one.userId === userId)
  if (found === undefined) throw new Error('no such member')
  return found
}

test('a member who is removed is shown by name and address', async () => {
  const { userId, name, email, role } = await member()

  expect(await shown(removeMember, { userId })).toMatchObject({
    title: `Remove a member: ${name}`,
    about: { type: 'user', id: userId, title: name },
    records: [
      {
        type: 'member',
        title: `${name} (${email})`,
        change: 'removed',
        before: { displayName: name, email, role },
        after: null,
      },
    ],
  })
})

test('of a role that changes, whose it is and nothing that stays', async () => {
  const { userId, name, email, role } = await member()

  const { records } = await shown(updateMemberRole, { userId, role: 'viewer' })

  expect(records).toMatchObject([{ title: `${name} (${email})` }])
  expect([records[0]?.before, records[0]?.after]).toEqual([{ role }, { role: 'viewer' }])
})

test('a key that is revoked is shown by its name and its end, an invitation by its address', async () => {
  const { organization, actor } = on.access
  const { id: keyId } = await addKey(on.database, { organizationId: organization.id, userId: actor.userId })
  const address = 'guest@example.com'
  const { invitation } = await on.call(inviteMember, { email: address, role: 'viewer' }, on.inPerson())

  expect((await shown(revokeApiKey, { keyId })).title).toMatch(/^Revoke an API key: .+ ….{4}$/)
  expect((await shown(cancelInvitation, { invitationId: invitation.id })).title).toBe(
    `Cancel an invitation: ${address}`,
  )
  const { records } = await shown(inviteMember, { email: 'other@example.com', role: 'viewer' })
  expect(records[0]?.after).toEqual({
    email: 'other@example.com',
    role: 'viewer',
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
})

test('of settings, what changes and not what was never set', async () => {
  const { records } = await shown(updateOrganizationSettings, {
    locale: 'de',
    publishingPolicy: { fourEyes: true },
  })

  expect(records[0]).toMatchObject({ type: 'settings', change: 'changed' })
  expect(records[0]?.before).toEqual({ locale: 'en', publishingPolicy: { fourEyes: false } })
  expect(records[0]?.after).toEqual({ locale: 'de', publishingPolicy: { fourEyes: true } })
})

test('of what is created, what it has', async () => {
  const { records } = await shown(createItem, { collectionId: 'articles', title: 'New', content: 'Words.' })

  expect(records[0]?.after).toMatchObject({ title: 'New', status: 'draft' })
  expect(Object.values(records[0]?.after ?? {})).not.toContainEqual([])
})

test('a call that renames an article is about the one that people know', async () => {
  const { item } = await on.call(
    createItem,
    { collectionId: 'articles' as never, title: 'Well known', content: 'Words.' },
    on.inPerson(),
  )

  expect(await shown(updateItem, { id: item.id, title: 'Another one' })).toMatchObject({
    title: 'Change an item: Well known',
    about: { type: 'item', id: item.id, title: 'Well known' },
  })
})
