import { globSync, readFileSync } from 'node:fs'

import { beforeEach, describe, expect, test, vi } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { requestItemReview } from '#areas/content/operations/request-item-review.ts'
import { submitItemReview } from '#areas/content/operations/submit-item-review.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { removeMember } from '#areas/organizations/operations/remove-member.ts'
import { updateMemberRole } from '#areas/organizations/operations/update-member-role.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import { catalog } from '#catalog/catalog.ts'
import type { UserId } from '#kernel/ids.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { ceilingOf, type Role } from '#kernel/scope.ts'
import { addMember } from '#test/people.ts'
import { stage, type Stage } from '#test/stage.ts'

import { approveCall } from './operations/approve-call.ts'
import { declineCall } from './operations/decline-call.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

// approvals.md#approvers-could-do-it

let on: Stage
beforeEach(async () => {
  on = await stage()
})

const sure = { confirm: true }
const member = (role: Role) => addMember(on.database, on.access.organization.id, role)
const personOf = (userId: UserId, role: Role) =>
  on.inPerson({ as: { actor: { ...on.inPerson().as.actor, userId }, role, scopes: ceilingOf[role] } })
type Person = ReturnType<typeof personOf>

const wait = () => on.call(setApprovalPolicy, { risks: ['write', 'destructive'] }, on.inPerson())
const ask = async (op: AnyOperation, input: object) => {
  const { body } = await on.answerOf(op, input, sure)
  return (JSON.parse(body) as { error: { details: { approvalId: never } } }).error.details.approvalId
}
const draft = async () => {
  const answer = await on.answerOf(createItem, { collectionId: 'articles', title: 'A draft' })
  const { requestId, result } = JSON.parse(answer.body) as { requestId: string; result: { item: { id: never } } }
  return { id: result.item.id, requestId }
}
const isTrashed = (id: string) =>
  on.rows(async ({ db }) => {
    const row = await db.selectFrom('item').select('trashed_at').where('id', '=', id).executeTakeFirstOrThrow()
    return row.trashed_at !== null
  })

type Case = readonly [
  what: string,
  ask: () => Promise<{ op: AnyOperation; input: Record<string, unknown>; person: Person; code: string }>,
]

const cases: readonly Case[] = [
  [
    'to remove a member above them',
    async () => ({
      op: removeMember,
      input: { userId: await member('owner') },
      person: personOf(await member('admin'), 'admin'),
      code: 'role_forbidden',
    }),
  ],
  [
    'to demote a member above them',
    async () => ({
      op: updateMemberRole,
      input: { userId: await member('owner'), role: 'viewer' },
      person: personOf(await member('admin'), 'admin'),
      code: 'role_forbidden',
    }),
  ],
  [
    'to approve what they wrote, where four eyes are asked for',
    async () => {
      const person = personOf(await member('editor'), 'editor')
      const { item } = await on.call(createItem, { collectionId: 'articles' as never, title: 'Their own' }, person)
      await on.call(updateOrganizationSettings, { publishingPolicy: { fourEyes: true } }, on.inPerson())
      await on.call(requestItemReview, { id: item.id, reviewerUserIds: [await member('editor')] }, person)
      return { op: submitItemReview, input: { id: item.id, decision: 'approve' }, person, code: 'role_forbidden' }
    },
  ],
]

describe.each(cases)('a person who may not %s', (_what, prepared) => {
  test('does not decide it for an agent', async () => {
    const { op, input, person, code } = await prepared()
    await wait()
    const approvalId = await ask(op, input)

    await expect(on.call(op, input, { ...person, ...sure })).rejects.toMatchObject({ code })
    for (const which of [{}, { state: 'pending' as const }, { approvalId }]) {
      const { items } = await on.call(listApprovals, which, person)
      expect(items).toMatchObject([{ id: approvalId, mayDecide: false, whyNot: expect.any(String) }])
    }
    await expect(on.call(approveCall, { approvalId }, person)).rejects.toMatchObject({
      code: 'role_forbidden',
      details: { inPerson: { code } },
    })
    await expect(on.call(declineCall, { approvalId }, person)).rejects.toMatchObject({ code: 'role_forbidden' })
    expect((await on.answerOf(op, input, sure)).status).toBe(428)
    expect((await on.call(listApprovals, {}, on.inPerson())).items).toMatchObject([{ mayDecide: true }])
    await on.call(approveCall, { approvalId }, on.inPerson())
    expect((await on.answerOf(op, input, sure)).status).toBe(200)
  })
})

test('nobody without content:delete approves a plan that trashes', async () => {
  const { id, requestId } = await draft()
  await wait()
  const author = personOf(await member('author'), 'author')
  const approvalId = await ask(revertChanges, { requestIds: [requestId] })

  await expect(on.call(deleteItem, { id }, { ...author, ...sure })).rejects.toMatchObject({ code: 'role_forbidden' })
  expect((await on.call(listApprovals, {}, author)).items).toMatchObject([{ mayDecide: false }])
  await expect(on.call(approveCall, { approvalId }, author)).rejects.toMatchObject({ code: 'role_forbidden' })
  expect((await on.answerOf(revertChanges, { requestIds: [requestId] }, sure)).status).toBe(428)
  expect(await isTrashed(id)).toBe(false)

  const editor = personOf(await member('editor'), 'editor')
  expect((await on.call(listApprovals, {}, editor)).items).toMatchObject([{ mayDecide: true }])
  await on.call(approveCall, { approvalId }, editor)
  expect((await on.answerOf(revertChanges, { requestIds: [requestId] }, sure)).status).toBe(200)
  expect(await isTrashed(id)).toBe(true)
})

test('nobody without content:delete approves a plan for a job that trashes', async () => {
  const requestIds: string[] = []
  for (let n = 0; n <= 50; n++) requestIds.push((await draft()).requestId)
  await wait()
  const author = personOf(await member('author'), 'author')
  const approvalId = await ask(revertChanges, { requestIds })

  expect((await on.call(listApprovals, {}, author)).items).toMatchObject([{ mayDecide: false }])
  await expect(on.call(approveCall, { approvalId }, author)).rejects.toMatchObject({ code: 'role_forbidden' })
})

test('a record that changed meanwhile may ask for more than a person holds', async () => {
  const { id } = await draft()
  await wait()
  const approvalId = await ask(updateItem, { id, status: 'draft', title: 'Taken out' })
  const author = personOf(await member('author'), 'author')
  expect((await on.call(listApprovals, {}, author)).items).toMatchObject([{ mayDecide: true }])
  await on.call(publishItem, { id }, { ...on.inPerson(), ...sure })

  expect((await on.call(listApprovals, {}, author)).items).toMatchObject([{ mayDecide: false }])
  await expect(on.call(approveCall, { approvalId }, author)).rejects.toMatchObject({ code: 'role_forbidden' })
})

test('what nobody could do right now is declined by those who otherwise could', async () => {
  const { id } = await draft()
  await wait()
  const approvalId = await ask(deleteItem, { id })
  await on.call(deleteItem, { id }, { ...on.inPerson(), ...sure })

  const editor = personOf(await member('editor'), 'editor')
  expect((await on.call(listApprovals, { approvalId }, editor)).items).toMatchObject([
    { mayDecide: true, wouldFailWith: expect.any(String) },
  ])
  await on.call(declineCall, { approvalId }, editor)
})

test('a call is rehearsed once for a decision, and again in person where its handler judges the caller', async () => {
  const { id } = await draft()
  await wait()
  const [deleted, removed] = [vi.spyOn(deleteItem, 'handle'), vi.spyOn(removeMember, 'handle')]
  const asked = [await ask(deleteItem, { id }), await ask(removeMember, { userId: await member('author') })]
  deleted.mockClear()
  removed.mockClear()

  for (const approvalId of asked) await on.call(approveCall, { approvalId }, on.inPerson())

  expect([deleted.mock.calls.length, removed.mock.calls.length]).toEqual([1, 2])
  vi.restoreAllMocks()
})

// It shows the role, and asks for nothing.
const onlyShowing = ['updateProfile']

test('every operation whose handler asks for scope or role says so', () => {
  const asks = /scopeObjection|access\.(scopes|role)\b|require(Manager|Below|Grantable|OwnOrAdmin|FourEyes|Agent)\(/
  const sources = globSync('src/areas/*/operations/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const asking = sources.flatMap((path) => {
    const source = readFileSync(path, 'utf8')
    return asks.test(source) ? [/name: '(\w+)'/.exec(source)?.[1] ?? path] : []
  })
  const changes = Object.values(catalog)
    .flatMap((operations): readonly AnyOperation[] => operations)
    .filter((op) => op.excluded === undefined && op.risk !== 'read')

  const named = changes.filter(
    ({ name, errors }) =>
      !onlyShowing.includes(name) && (asking.includes(name) || errors?.includes('role_forbidden') === true),
  )
  expect(changes.flatMap((op) => (op.judgesCaller === true ? [op.name] : [])).toSorted()).toEqual(
    named.map(({ name }) => name).toSorted(),
  )
})

test('below the role admin people see what they decide on and their own, not what others asked for', async () => {
  await wait()
  const { id } = await on
    .call(createItem, { collectionId: 'articles', title: 'Theirs' }, on.inPerson())
    .then(({ item }) => item)
  const approvalId = await ask(deleteItem, { id })
  const seenBy = async (person: Pick<Person, 'as'>) =>
    (await on.call(listApprovals, {}, { ...on.inPerson(), ...person })).items.map((one) => one.id)

  expect(await seenBy(personOf(await member('author'), 'author'))).toEqual([])
  expect(await seenBy(personOf(await member('editor'), 'editor'))).toEqual([approvalId])
  expect(await seenBy(personOf(await member('admin'), 'admin'))).toEqual([approvalId])
  // The agent is theirs.
  expect(await seenBy(personOf(on.access.actor.userId, 'author'))).toEqual([approvalId])
  await on.call(declineCall, { approvalId }, on.inPerson())
  expect(await seenBy(personOf(await member('author'), 'author'))).toEqual([])
})
