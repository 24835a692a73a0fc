import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { countDecidable } from '#catalog/pending-approvals.ts'
import { newId } from '#kernel/ids.ts'
import { type ApprovalRisk, approvalRisks } from '#kernel/risk.ts'
import { ceilingOf, roles, scopes } from '#kernel/scope.ts'
import { stage } from '#test/stage.ts'

import { findApprovals } from './approvals.ts'
import { objectionTo } from './may-decide.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

// Every pair of scopes: a call of somebody who holds one of two must not count.
const needed = [[], ...scopes.flatMap((one, at) => scopes.slice(at).map((other) => [...new Set([one, other])]))]

test('the count of calls that wait for a role is that of the calls that it may decide, for every role, scope and risk', async () => {
  const { access, rows } = await stage()
  const waiting = roles.flatMap((role) =>
    needed.flatMap((some) => approvalRisks.map((risk) => ({ role, risk, scopes: some }))),
  )
  const row = {
    state: 'pending' as const,
    principal: 'key_none',
    user_id: access.actor.userId ?? '',
    client_name: null,
    operation: 'createItem',
    input: '{}',
    effect: '{}',
    request_id: 'req_none',
    expires_at: new Date(Date.now() + 3_600_000),
  }

  const { counted, decided } = await rows(async ({ db }) => {
    await db
      .insertInto('call_approval')
      .values(waiting.map((call) => ({ ...row, ...call, id: newId('approval'), input_hash: randomBytes(32) })))
      .execute()
    const { rows: calls } = await findApprovals(db, { term: '' }, { page: 1, pageSize: waiting.length })
    const mayDecide = roles.map((role) => {
      const person = { ...access, role, scopes: ceilingOf[role] }
      return calls.filter((call) => objectionTo(call, person) === undefined).length
    })
    return { counted: await Promise.all(roles.map((role) => countDecidable(db, role))), decided: mayDecide }
  })

  expect(counted).toEqual(decided)
  expect(decided[0]).toBe(waiting.length)
  expect(new Set(decided).size).toBeGreaterThan(3)
})

test('calls that the policy no longer lets wait leave the inbox, and come back with the policy', async () => {
  const on = await stage()
  const setPolicy = (risks: ApprovalRisk[]) => on.call(setApprovalPolicy, { risks }, on.inPerson())
  const states = async () => {
    const { items } = await on.call(listApprovals, {}, on.inPerson())
    const counted = await on.rows(({ db }) => countDecidable(db, 'owner'))
    return { states: items.map(({ state }) => state), counted }
  }
  await setPolicy(['write', 'publish'])
  const ask = (title: string, status: 'draft' | 'published') =>
    on.answerOf(createItem, { collectionId: 'articles', title, status }, { confirm: true })
  await ask('A draft', 'draft')
  await ask('An article', 'published')
  expect(await states()).toEqual({ states: ['pending', 'pending'], counted: 2 })

  await setPolicy(['publish'])
  expect(await states()).toEqual({ states: ['pending', 'outdated'], counted: 1 })
  await setPolicy([])
  expect(await states()).toEqual({ states: ['outdated', 'outdated'], counted: 0 })
  expect((await on.call(listApprovals, { state: 'pending' }, on.inPerson())).total).toBe(0)
  await setPolicy(['write'])
  expect(await states()).toEqual({ states: ['pending', 'pending'], counted: 2 })
})
