import { beforeEach, describe, expect, test } from 'vitest'

import { approveCall } from '#areas/approvals/operations/approve-call.ts'
import { listApprovals } from '#areas/approvals/operations/list-approvals.ts'
import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { stage } from '#test/stage.ts'

import { expireApprovals } from './expire-approvals.ts'

let on: Awaited<ReturnType<typeof stage>>

/** A call that waits, and the ids of its term and of its approval. */
async function ask(name = 'Old') {
  const termId = (await on.call(createTaxonomyTerm, { taxonomy: 'tag', name })).term.id
  const { body } = await on.answerOf(deleteTaxonomyTerm, { termId }, { confirm: true })
  const { error, requestId } = JSON.parse(body) as {
    error: { details: { approvalId: never } }
    requestId: string
  }
  return { termId, approvalId: error.details.approvalId, requestId }
}

const makeLate = () =>
  on.rows(({ db }) =>
    db
      .updateTable('call_approval')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute(),
  )
const expire = (limit = 100) =>
  on.rows(({ db }) => expireApprovals(db, { organizationId: on.access.organization.id, limit }))
const records = () =>
  on.rows(({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['operation', 'status', 'code', 'credential_type', 'client_name', 'risk', 'confirmed', 'user_id'])
      .select(['input_summary', 'result_summary', 'request_id'])
      .where('code', '=', 'approval_expired')
      .execute(),
  )

beforeEach(async () => {
  on = await stage()
  await on.call(setApprovalPolicy, { risks: ['destructive'] }, on.inPerson())
})

describe('a call that nobody approved in time', () => {
  test('ends with one record that names it', async () => {
    const { termId, approvalId } = await ask()
    await makeLate()

    expect([await expire(), await expire()]).toEqual([1, 0])

    const found = await records()
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      operation: 'deleteTaxonomyTerm',
      status: 'rejected',
      credential_type: 'system',
      client_name: 'key of the test',
      user_id: on.access.actor.userId,
      risk: 'destructive',
      confirmed: true,
      input_summary: { termId },
      result_summary: { approvalId, wasApproved: false, code: 'approval_expired' },
    })
    const { items } = await on.call(listApprovals, { approvalId }, on.inPerson())
    expect(items[0]).toMatchObject({ state: 'expired', mayDecide: false, version: 2 })
  })

  test('leaves one record however many nodes look at once', async () => {
    await ask('One')
    await ask('Two')
    await makeLate()

    const counts = await Promise.all([expire(), expire(), expire()])

    expect(counts.reduce((sum, count) => sum + count)).toBe(2)
    expect(await records()).toHaveLength(2)
  })

  test('leaves its record also when the agent asks again', async () => {
    const { termId, approvalId } = await ask()
    await makeLate()

    const answer = await on.answerOf(deleteTaxonomyTerm, { termId }, { confirm: true })

    expect(answer.status).toBe(428)
    expect(answer.body).not.toContain(approvalId)
    expect(await records()).toMatchObject([{ result_summary: { approvalId } }])
    expect(await expire()).toBe(0)
  })
})

test('a call that was approved and not repeated in time ends too', async () => {
  const { approvalId } = await ask()
  await on.call(approveCall, { approvalId }, on.inPerson())
  await makeLate()

  expect(await expire()).toBe(1)
  expect(await records()).toMatchObject([{ result_summary: { approvalId, wasApproved: true } }])
})

test('a call that still has time keeps waiting', async () => {
  await ask()

  expect(await expire()).toBe(0)
  expect(await records()).toEqual([])
})

test('more calls than one round takes are ended round by round', async () => {
  await ask('One')
  await ask('Two')
  await makeLate()

  expect([await expire(1), await expire(1), await expire(1)]).toEqual([1, 1, 0])
})

test('asking, and running by an approval, are records that name it', async () => {
  const { termId, approvalId } = await ask()
  await on.answerOf(deleteTaxonomyTerm, { termId }, { confirm: true })
  await on.call(approveCall, { approvalId }, on.inPerson())
  await on.answerOf(deleteTaxonomyTerm, { termId }, { confirm: true })

  const found = await on.rows(({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['status', 'code', 'result_summary'])
      .where('operation', '=', 'deleteTaxonomyTerm')
      .orderBy('id')
      .execute(),
  )

  expect(found).toMatchObject([
    { status: 'waiting', code: 'confirmation_required', result_summary: { approvalId, asked: true } },
    { status: 'waiting', code: 'confirmation_required', result_summary: { approvalId } },
    { status: 'succeeded', code: null, result_summary: { approvalId } },
  ])
  expect(found[1]?.result_summary).not.toHaveProperty('asked')
})
