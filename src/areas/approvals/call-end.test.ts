import { beforeEach, describe, expect, test } from 'vitest'

import { disconnectAgents } from '#areas/account/disconnect-agents.ts'
import { revokeApiKey } from '#areas/account/operations/revoke-api-key.ts'
import { rotateApiKey } from '#areas/account/operations/rotate-api-key.ts'
import { setApiKeyDisabled } from '#areas/account/operations/set-api-key-disabled.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { revokeGrant } from '#areas/oauth/operations/revoke-grant.ts'
import { leaveOrganization } from '#areas/organizations/operations/leave-organization.ts'
import { removeMember } from '#areas/organizations/operations/remove-member.ts'
import { updateMemberRole } from '#areas/organizations/operations/update-member-role.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { expireApprovals } from '#catalog/run/expire-approvals.ts'
import type { Access } from '#kernel/access.ts'
import type { UserId } from '#kernel/ids.ts'
import { addGrant, addKey, addMember } from '#test/people.ts'
import { stage, type Stage } from '#test/stage.ts'

import { approveCall } from './operations/approve-call.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

// approvals.md#calls-end-with-their-caller

type Caller = { credentialId: string; userId: UserId; as: Partial<Access> }

let on: Stage
let itemId: string
let editor: UserId

beforeEach(async () => {
  on = await stage()
  itemId = (await on.call(createItem, { collectionId: 'articles' as never, title: 'Waiting' })).item.id
  editor = await addMember(on.database, on.access.organization.id, 'editor')
  await on.call(setApprovalPolicy, { risks: ['publish'] }, on.inPerson())
})

const organizationId = () => on.access.organization.id
const owned = (userId: UserId) => ({ organizationId: organizationId(), userId })
const callerOf = (
  userId: UserId,
  { credentialId, ...actor }: { credentialType: 'api_key' | 'oauth'; credentialId: string },
  principal: string,
): Caller => ({
  credentialId,
  userId,
  as: { actor: { ...on.access.actor, ...actor, userId, credentialId }, role: 'editor', principal },
})
/** A new grant of the same person to the same client: the same principal. */
const byGrant = async (userId = editor) =>
  callerOf(
    userId,
    { credentialType: 'oauth', credentialId: await addGrant(on.database, owned(userId)) },
    `oauth:${userId}:client`,
  )
const byKey = async (userId = editor) => {
  const { id } = await addKey(on.database, owned(userId))
  return callerOf(userId, { credentialType: 'api_key', credentialId: id }, id)
}

const publish = (caller: Caller) => on.answerOf(publishItem, { id: itemId }, { confirm: true, as: caller.as })
const ask = async (caller: Caller) => {
  const { body } = await publish(caller)
  return (JSON.parse(body) as { error: { details: { approvalId: never } } }).error.details.approvalId
}
const approve = (approvalId: never) => on.call(approveCall, { approvalId }, on.inPerson())
const shown = async (approvalId: never) => (await on.call(listApprovals, { approvalId }, on.inPerson())).items[0]
const pending = async () => (await on.call(listApprovals, { state: 'pending' }, on.inPerson())).total
const personOf = (userId: UserId) =>
  on.inPerson({ elevated: true, as: { actor: { ...on.inPerson().as.actor, userId }, role: 'editor' } })
const sure = { confirm: true }
const revoke = (input: { grantId: never }) => on.call(revokeGrant, input, { ...on.inPerson(), ...sure })

type Ending = readonly [
  how: string,
  by: (userId?: UserId) => Promise<Caller>,
  end: (caller: Caller) => Promise<unknown>,
]

const endings: readonly Ending[] = [
  ['the grant is revoked', byGrant, ({ credentialId }) => revoke({ grantId: credentialId as never })],
  ['the key is revoked', byKey, ({ credentialId }) => on.call(revokeApiKey, { keyId: credentialId as never }, sure)],
  ['the member is removed', byGrant, ({ userId }) => on.call(removeMember, { userId }, { ...on.inPerson(), ...sure })],
  ['the person leaves', byKey, ({ userId }) => on.call(leaveOrganization, {}, { ...personOf(userId), ...sure })],
  [
    'the person disconnects all agents',
    byGrant,
    ({ userId }) =>
      on.database.asIdentity((db) => disconnectAgents(db, { userId, reason: 'password_reset', now: new Date() })),
  ],
  [
    'the membership is taken away otherwise',
    byKey,
    ({ userId }) =>
      on.database.asIdentity((db) => db.deleteFrom('auth.memberships').where('user_id', '=', userId).execute()),
  ],
  [
    'the key expires',
    byKey,
    ({ credentialId: id }) =>
      on.database.asIdentity((db) =>
        db
          .updateTable('auth.api_keys')
          .set({ expires_at: new Date(0) })
          .where('id', '=', id)
          .execute(),
      ),
  ],
  [
    'the grant expires',
    byGrant,
    ({ credentialId: id }) =>
      on.database.asIdentity((db) =>
        db
          .updateTable('auth.oauth_grants')
          .set({ expires_at: new Date(0) })
          .where('id', '=', id)
          .execute(),
      ),
  ],
]

describe.each(endings)('a call whose caller is gone because %s', (_how, by, end) => {
  test('no longer waits, and nobody approves it', async () => {
    const caller = await by()
    const approvalId = await ask(caller)
    expect(await shown(approvalId)).toMatchObject({ state: 'pending', callerEnded: false })

    await end(caller)

    expect(await shown(approvalId)).toMatchObject({ state: 'expired', callerEnded: true, mayDecide: false })
    expect(await pending()).toBe(0)
    await expect(approve(approvalId)).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { state: 'expired' },
    })
  })

  test('does not run by its approval', async () => {
    const caller = await by()
    const approvalId = await ask(caller)
    await approve(approvalId)

    await end(caller)

    expect(await shown(approvalId)).toMatchObject({ state: 'expired', callerEnded: true })
    const answer = await publish(caller)
    expect(answer.status).toBe(428)
    expect(answer.body).not.toContain(approvalId)
  })
})

test('a new grant of the same person and client asks again', async () => {
  const first = await byGrant()
  const approvalId = await ask(first)
  await approve(approvalId)
  await on.call(removeMember, { userId: editor }, { ...on.inPerson(), ...sure })
  await on.database.asIdentity((db) =>
    db
      .insertInto('auth.memberships')
      .values({ organization_id: organizationId(), user_id: editor, role: 'editor' })
      .execute(),
  )

  const again = await ask(await byGrant())

  expect(again).not.toBe(approvalId)
  expect(await shown(again)).toMatchObject({ state: 'pending' })
  expect(await shown(approvalId)).toMatchObject({ state: 'expired', callerEnded: true })
})

test('what was declined to a grant that has ended is asked again by a new one', async () => {
  const first = await byGrant()
  const approvalId = await ask(first)
  await on.rows(({ db }) =>
    db.updateTable('call_approval').set({ state: 'declined' }).where('id', '=', approvalId).execute(),
  )
  expect((await publish(first)).status).toBe(409)
  await revoke({ grantId: first.credentialId as never })

  expect(await ask(await byGrant())).not.toBe(approvalId)
})

test('a rotated key keeps its calls as long as one of its successors lives', async () => {
  const { userId } = on.access.actor
  const key = await byKey(userId)
  const approvalId = await ask(key)
  await approve(approvalId)
  const { id: nextId } = await on.call(
    rotateApiKey,
    { keyId: key.credentialId as never, overlapHours: 0 },
    on.inPerson({ elevated: true }),
  )
  expect(await shown(approvalId)).toMatchObject({ state: 'approved' })

  await on.call(revokeApiKey, { keyId: nextId }, sure)

  expect(await shown(approvalId)).toMatchObject({ state: 'expired', callerEnded: true })
})

test('a key that is switched off can come back: its calls wait', async () => {
  const key = await byKey()
  const approvalId = await ask(key)

  await on.call(
    setApiKeyDisabled,
    { keyId: key.credentialId as never, disabled: true },
    on.inPerson({ elevated: true }),
  )

  expect(await shown(approvalId)).toMatchObject({ state: 'pending', callerEnded: false })
})

test('a demotion ends no call, and its approval does not widen the role', async () => {
  const key = await byKey()
  const approvalId = await ask(key)
  await approve(approvalId)
  await on.call(updateMemberRole, { userId: editor, role: 'author' }, { ...on.inPerson(), ...sure })

  expect(await shown(approvalId)).toMatchObject({ state: 'approved' })
  const demoted = {
    ...key,
    as: { ...key.as, role: 'author' as const, scopes: ['content:read', 'content:write'] as never },
  }
  expect((await publish(demoted)).status).toBe(403)
})

test('ends with one record, which says why', async () => {
  const caller = await byGrant()
  const approvalId = await ask(caller)
  await revoke({ grantId: caller.credentialId as never })

  const expire = () => on.rows(({ db }) => expireApprovals(db, { organizationId: organizationId(), limit: 10 }))
  expect([await expire(), await expire()]).toEqual([1, 0])

  const records = await on.rows(({ db }) =>
    db.selectFrom('audit_record').select('result_summary').where('code', '=', 'approval_expired').execute(),
  )
  expect(records).toMatchObject([{ result_summary: { approvalId, wasApproved: false, callerEnded: true } }])
  expect(await shown(approvalId)).toMatchObject({ state: 'expired', callerEnded: true })
})
