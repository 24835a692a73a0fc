import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import type { UserId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'
import { newItem, newMember } from '#test/sample-records.ts'
import { stage, type Stage } from '#test/stage.ts'

import { approveCall } from './operations/approve-call.ts'
import { declineCall } from './operations/decline-call.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

let on: Stage
let id: never
let editor: UserId
let approvalId: never

const publish = async () => {
  const { status, body } = await on.answerOf(publishItem, { id }, { confirm: true, idempotencyKey: 'one' })
  return { status, error: (JSON.parse(body) as { error?: { code: string; details: Record<string, unknown> } }).error }
}
const asEditor = () =>
  on.inPerson({ as: { actor: { ...on.inPerson().as.actor, userId: editor }, role: 'editor', principal: 'ses-editor' } })
const shown = async (as = on.inPerson()) => (await on.call(listApprovals, { approvalId }, as)).items[0]
const setRole = (role: Role) =>
  on.database.asIdentity((db) => sql`update auth.memberships set role = ${role} where user_id = ${editor}`.execute(db))
const leave = () =>
  on.database.asIdentity((db) => sql`delete from auth.memberships where user_id = ${editor}`.execute(db))

beforeEach(async () => {
  on = await stage()
  id = (await newItem(on)) as never
  editor = await newMember(on, 'editor')
  await on.call(setApprovalPolicy, { risks: ['publish'] }, on.inPerson())
  approvalId = (await publish()).error?.details['approvalId'] as never
  await on.call(approveCall, { approvalId }, asEditor())
})

test('an approval is taken back until its call runs, and the agent is told why', async () => {
  expect([await shown(), await shown(asEditor())]).toMatchObject([
    { state: 'approved', mayDecide: false, mayWithdraw: true },
    { mayWithdraw: true },
  ])

  await on.call(declineCall, { approvalId, reason: 'Pressed by mistake' }, on.inPerson())

  expect(await shown()).toMatchObject({ state: 'declined', decidedBy: on.access.actor.userId, mayWithdraw: false })
  expect(await publish()).toMatchObject({ status: 409, error: { code: 'approval_declined' } })
  await expect(on.call(approveCall, { approvalId }, on.inPerson())).rejects.toMatchObject({
    code: 'invalid_transition',
  })
})

test('a call that ran cannot be declined any more', async () => {
  expect((await publish()).status).toBe(200)

  expect(await shown()).toMatchObject({ state: 'used', mayWithdraw: false })
  await expect(on.call(declineCall, { approvalId }, on.inPerson())).rejects.toMatchObject({
    code: 'invalid_transition',
  })
})

// approvals.md#approvals-end-with-the-right
test.each([
  ['has a lower role', () => setRole('author')],
  ['has left', leave],
])('an approval ends where its approver %s before the call is repeated', async (_, end) => {
  await end()

  expect(await shown()).toMatchObject({ state: 'outdated' })
  const { status, error } = await publish()
  expect([status, error?.details['changedSince']]).toEqual([
    428,
    [{ type: 'member', id: editor, from: null, to: null }],
  ])
  expect(error?.details['approvalId']).not.toBe(approvalId)
  await on.call(approveCall, { approvalId: error?.details['approvalId'] as never }, on.inPerson())
  expect((await publish()).status).toBe(200)
})

test('it holds under a higher role, and again under the role of before', async () => {
  await setRole('viewer')
  expect(await shown()).toMatchObject({ state: 'outdated' })
  await setRole('admin')

  expect(await shown()).toMatchObject({ state: 'approved' })
  expect((await publish()).status).toBe(200)
})
