import { expect, test } from 'vitest'

import { removeOldEditRequests } from '#areas/content/edit-requests/edit-requests.ts'
import { answerEditRequest } from '#areas/content/operations/answer-edit-request.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { listEditRequests } from '#areas/content/operations/list-edit-requests.ts'
import { listManagerItems } from '#areas/content/operations/list-manager-items.ts'
import { requestEdit } from '#areas/content/operations/request-edit.ts'
import { updateEditRequest } from '#areas/content/operations/update-edit-request.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import type { Access } from '#kernel/access.ts'
import type { UserId } from '#kernel/ids.ts'
import { ceilingOf, type Role } from '#kernel/scope.ts'
import { addGrant, addKey, addMember } from '#test/people.ts'
import { newItem } from '#test/sample-records.ts'
import { stage } from '#test/stage.ts'

type On = Awaited<ReturnType<typeof stage>>

const passage = { quote: 'That can be slow.', before: 'the linker. ', after: ' LLD is' }

async function article(content = 'rustc calls the linker. **That can** be slow.\n\nLLD is faster.') {
  const on = await stage()
  const { item } = await on.call(createItem, { collectionId: 'articles' as never, title: 'Linking', content })
  const person = on.inPerson()
  const ask = (more: object = {}, options: object = person) =>
    on.call(requestEdit, { itemId: item.id, request: 'How slow?', ...more }, options)
  const asked = async () => (await on.call(getItem, { id: item.id, include: ['editRequests'] })).editRequests ?? []
  return { ...on, on, item, person, ask, asked }
}

/** A member in person, with the rights of the role. */
async function member(on: On, role: Role) {
  const userId = await addMember(on.database, on.access.organization.id, role)
  return inPersonAs(on, role, userId)
}

function inPersonAs({ access }: On, role: Role, userId: UserId) {
  const actor: Access['actor'] = { ...access.actor, userId, kind: 'user', credentialType: 'session' }
  const as = { role, actor, scopes: ceilingOf[role], grantedScopes: ceilingOf[role], principal: `ses-user:${userId}` }
  return { door: 'app', as } as const
}

/** A connected agent of the owner with a key or grant of its own. */
function agentAs({ access }: On, id: string, clientName: string) {
  const credentialType = id.startsWith('key_') ? 'api_key' : 'oauth'
  return { as: { actor: { ...access.actor, credentialId: id, credentialType, clientName } as Access['actor'] } }
}

const ownerOf = ({ access }: On) => ({ organizationId: access.organization.id, userId: access.actor.userId })

test('a person asks at a passage, an agent finds it and answers, and the item shows both', async () => {
  const { ask, call, asked, person, access, item } = await article()
  const { editRequest, item: about } = await ask({ passage })
  expect(about).toEqual({ id: item.id, title: 'Linking' })
  expect(await asked()).toEqual([editRequest])
  expect(editRequest).toMatchObject({
    state: 'open',
    request: 'How slow?',
    passage: { field: 'content', ...passage, isFound: true },
    agent: null,
    askedBy: { userId: access.actor.userId, agentName: null },
    answer: null,
    version: 1,
  })

  const found = await call(listEditRequests, { state: ['open'], agentId: 'me' })
  expect(found).toMatchObject({ total: 1, items: [{ id: editRequest.id, itemId: item.id, itemTitle: 'Linking' }] })
  const answered = await call(answerEditRequest, {
    id: editRequest.id,
    state: 'done',
    answer: 'A quarter of the time.',
  })

  expect(answered.editRequest).toMatchObject({
    state: 'done',
    version: 2,
    answer: { text: 'A quarter of the time.', userId: access.actor.userId, agentName: 'key of the test' },
  })
  expect(await asked()).toEqual([answered.editRequest])
  expect((await call(listEditRequests, { state: ['open'] }, person)).total).toBe(0)
})

test('a request is done once under its key, and a rehearsal leaves nothing', async () => {
  const { on, item, asked } = await article()
  const input = { itemId: item.id, request: 'Shorten it' }
  const one = await on.answerOf(requestEdit, input, { idempotencyKey: 'ask-once' })
  const again = await on.answerOf(requestEdit, input, { idempotencyKey: 'ask-once' })
  const rehearsed = await on.answerOf(requestEdit, { ...input, request: 'Other words' }, { dryRun: true })

  expect(again.body).toBe(one.body)
  expect(rehearsed.status).toBe(200)
  expect(await asked()).toHaveLength(1)
  const [{ id } = { id: '' as never }] = await asked()
  await on.call(answerEditRequest, { id, state: 'declined', answer: 'It is short.' }, { dryRun: true })
  expect((await asked())[0]?.state).toBe('open')
})

test('the records of a request and of its answer are about the item', async () => {
  const { on, item, ask, call } = await article()
  const { id } = (await ask()).editRequest
  await call(answerEditRequest, { id, state: 'done', answer: 'Done.' })

  const records = await on.rows(({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['operation', 'object', 'risk'])
      .where('operation', 'like', '%Edit%')
      .orderBy('id')
      .execute(),
  )
  const object = { type: 'item', id: item.id, title: 'Linking' }
  expect(records).toEqual([
    { operation: 'requestEdit', object, risk: 'write' },
    { operation: 'answerEditRequest', object, risk: 'write' },
  ])
})

test('passages are quotes: one whose words are gone has changed since, in any text of the item', async () => {
  const { ask, call, asked, item } = await article()
  await call(updateItem, { id: item.id, excerpt: 'On faster linking.' })
  await ask({ passage })
  await ask({ passage: { field: 'excerpt', quote: 'faster linking' } })
  const isFound = async () => (await asked()).map((one) => one.passage?.isFound)
  expect(await isFound()).toEqual([true, true])

  await call(updateItem, { id: item.id, content: 'rustc calls the linker. It takes a quarter.', excerpt: 'On LLD.' })
  expect(await isFound()).toEqual([false, false])
  expect((await call(listEditRequests, { itemId: item.id })).items.map((one) => one.passage?.isFound)).toEqual([
    false,
    false,
  ])
  expect((await call(listEditRequests, {})).items[0]?.passage?.isFound).toBeNull()
  const source = await ask({ passage: { quote: '**quoted** as source' } })
  expect(source.editRequest.passage?.isFound).toBe(false)
  await call(updateItem, { id: item.id, content: 'This is **quoted** as source.' })
  expect((await asked())[0]?.passage?.isFound).toBe(true)
})

test('a request for one agent is answered by that one or by a person, also after its key was replaced', async () => {
  const { on, ask, call, person } = await article()
  const { id: keyId } = await addKey(on.database, ownerOf(on), { name: 'Nightly writer' })
  const grantId = await addGrant(on.database, ownerOf(on), { clientName: 'Day desk' })
  const [writer, desk] = [agentAs(on, keyId, 'Nightly writer'), agentAs(on, grantId, 'Day desk')]
  const forWriter = await ask({ agentId: keyId })
  const forDesk = await ask({ agentId: grantId })
  const forAny = await ask()
  expect(forWriter.editRequest.agent).toEqual({ id: keyId, name: 'Nightly writer' })

  const mine = async (as: object) => (await call(listEditRequests, { agentId: 'me' }, as)).items.map(({ id }) => id)
  expect(await mine(writer)).toEqual([forAny.editRequest.id, forWriter.editRequest.id])
  expect(await mine(desk)).toEqual([forAny.editRequest.id, forDesk.editRequest.id])
  expect((await call(listEditRequests, { agentId: grantId })).items).toMatchObject([{ id: forDesk.editRequest.id }])

  const answer = (id: never, options: object) =>
    call(answerEditRequest, { id, state: 'done', answer: 'Done.' }, options)
  await expect(answer(forWriter.editRequest.id as never, desk)).rejects.toMatchObject({ code: 'conflict' })
  const next = await addKey(on.database, ownerOf(on), { name: 'Nightly writer' })
  await on.database.asIdentity((db) =>
    db.updateTable('auth.api_keys').set({ rotated_from: keyId }).where('id', '=', next.id).execute(),
  )
  const rotated = agentAs(on, next.id, 'Nightly writer')
  expect(await mine(rotated)).toContain(forWriter.editRequest.id)
  await answer(forWriter.editRequest.id as never, rotated)
  await answer(forDesk.editRequest.id as never, person)
})

test('it is addressed to a connected agent that may edit: of everybody for administrators, for others their own', async () => {
  const { on, ask } = await article()
  const { id: ofOwner } = await addKey(on.database, ownerOf(on), { name: 'Nightly writer' })
  const { id: reader } = await addKey(on.database, ownerOf(on), { scopes: ['content:read'] })
  const { id: expired } = await addKey(on.database, ownerOf(on), { now: new Date(Date.now() - 91 * 86_400_000) })
  const author = await member(on, 'author')

  await expect(ask({ agentId: reader })).rejects.toMatchObject({ code: 'validation_failed' })
  for (const agentId of [expired, 'key_01jzz0000000000000000000zz', 'x'])
    await expect(ask({ agentId })).rejects.toMatchObject({ code: 'not_found' })
  await expect(ask({ agentId: ofOwner }, author)).rejects.toMatchObject({ code: 'not_found' })
  const { id: own } = await addKey(on.database, { ...ownerOf(on), userId: author.as.actor.userId }, { name: 'Own' })
  expect((await ask({ agentId: own }, author)).editRequest.agent).toEqual({ id: own, name: 'Own' })
  expect((await ask({ agentId: own })).editRequest.agent?.name).toBe('Own')
})

test('who may not edit may not ask, answer or change, and sees what is asked', async () => {
  const { on, ask, call } = await article()
  const { editRequest } = await ask()
  const viewer = await member(on, 'viewer')

  await expect(ask({}, viewer)).rejects.toMatchObject({ code: 'role_forbidden' })
  const { id } = editRequest
  for (const refused of [
    () => call(answerEditRequest, { id, state: 'done', answer: 'Done.' }, viewer),
    () => call(updateEditRequest, { id, state: 'closed' }, viewer),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'role_forbidden' })
  expect((await call(listEditRequests, {}, viewer)).items).toMatchObject([{ id }])
})

test('it is closed and opened again, and an answer ends it once', async () => {
  const { ask, call, person } = await article()
  const { id } = (await ask()).editRequest
  const change = (input: object) => call(updateEditRequest, { id, ...input }, person)
  const answer = (options = {}) => call(answerEditRequest, { id, state: 'declined', answer: 'No source.', ...options })

  expect((await change({ state: 'closed' })).editRequest).toMatchObject({ state: 'closed', answer: null })
  await expect(answer()).rejects.toMatchObject({ code: 'invalid_transition' })
  await expect(change({ request: 'Other words' })).rejects.toMatchObject({ code: 'invalid_transition' })
  expect((await change({ state: 'open', request: 'Other words' })).editRequest).toMatchObject({
    state: 'open',
    request: 'Other words',
  })
  await expect(answer({ ifVersion: 1 })).rejects.toMatchObject({ code: 'version_conflict' })
  expect((await answer({ ifVersion: 3 })).editRequest.state).toBe('declined')
  await expect(answer()).rejects.toMatchObject({ code: 'invalid_transition' })
  const reopened = await change({ state: 'open' })
  expect(reopened.editRequest).toMatchObject({ state: 'open', answer: { text: 'No source.' } })
  expect((await change({ state: 'open' })).editRequest.state).toBe('open')
})

test('what it asks for is its author’s; people open and close any, an agent those of its person', async () => {
  const { on, ask, call, person } = await article()
  const author = await member(on, 'author')
  const { id } = (await ask({}, author)).editRequest
  const change = (input: object, options: object) => call(updateEditRequest, { id, ...input }, options)

  await expect(change({ request: 'Mine now' }, person)).rejects.toMatchObject({ code: 'role_forbidden' })
  await expect(change({ state: 'closed' }, {})).rejects.toMatchObject({ code: 'role_forbidden' })
  expect((await change({ request: 'By half' }, author)).editRequest.request).toBe('By half')
  expect((await change({ state: 'closed' }, person)).editRequest.state).toBe('closed')
  const own = (await ask({}, person)).editRequest
  expect((await call(updateEditRequest, { id: own.id, state: 'closed' })).editRequest.state).toBe('closed')
})

test('an item has at most 20 open requests; what ended makes room, and opening again needs it', async () => {
  const { ask, call, asked, person, item } = await article()
  const first = (await ask()).editRequest
  for (let n = 1; n < 20; n++) await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'conflict', details: { open: 20, most: 20 } })

  await call(answerEditRequest, { id: first.id, state: 'done', answer: 'Done.' })
  await ask()
  await expect(call(updateEditRequest, { id: first.id, state: 'open' }, person)).rejects.toMatchObject({
    code: 'conflict',
  })
  expect((await asked()).map(({ state }) => state)).toEqual([...Array(20).fill('open'), 'done'])
  const page = await call(listEditRequests, { itemId: item.id, page: 2, pageSize: 20 })
  expect(page).toMatchObject({ total: 21, hasMore: false, items: [{ id: first.id }] })
})

test('the list of items finds those with open requests, and counts them', async () => {
  const { on, ask, call, item } = await article()
  const other = await newItem(on)
  const { editRequest } = await ask()
  const found = async (hasEditRequests: boolean) => {
    const { items, counts } = await call(listManagerItems, { hasEditRequests })
    return [items.map(({ id }) => id), counts.all]
  }

  expect(await found(true)).toEqual([[item.id], 1])
  expect(await found(false)).toEqual([[other], 1])
  await call(answerEditRequest, { id: editRequest.id, state: 'done', answer: 'Done.' })
  expect(await found(true)).toEqual([[], 0])
})

test('requests stay in the trash, where none is asked, and go with their item', async () => {
  const { on, ask, call, item, person } = await article()
  const { id } = (await ask()).editRequest
  await call(deleteItem, { id: item.id }, { confirm: true })

  await expect(ask()).rejects.toMatchObject({ code: 'invalid_transition' })
  expect((await call(listEditRequests, {})).items).toMatchObject([{ id }])
  await call(updateEditRequest, { id, state: 'closed' }, person)
  await expect(call(updateEditRequest, { id, state: 'open' }, person)).rejects.toMatchObject({
    code: 'invalid_transition',
  })
  await call(deleteItem, { id: item.id, permanent: true }, { confirm: true })
  expect(await on.rows(({ db }) => db.selectFrom('edit_request').select('id').execute())).toEqual([])
})

test('one that ended is kept for 90 days, after its answer if it has one; an open one stays', async () => {
  const { on, ask, call, person, asked } = await article()
  const ids = [(await ask()).editRequest.id, (await ask()).editRequest.id, (await ask()).editRequest.id] as const
  await call(answerEditRequest, { id: ids[0], state: 'done', answer: 'Done.' })
  await call(updateEditRequest, { id: ids[1], state: 'closed' }, person)
  const day = 86_400_000
  await on.rows(({ db }) =>
    db
      .updateTable('edit_request')
      .set({ ended_at: new Date(Date.now() - 10 * day) })
      .where('id', '=', ids[0])
      .execute(),
  )
  // The time of the answer counts, not that of its closing.
  await call(updateEditRequest, { id: ids[0], state: 'closed' }, person)
  const after = (days: number) =>
    on.rows(({ db }) => removeOldEditRequests(db, { now: new Date(Date.now() + days * day), limit: 10 }))

  expect(await after(79)).toBe(0)
  expect(await after(81)).toBe(1)
  expect((await asked()).map(({ id }) => id)).toEqual([ids[2], ids[1]])
  expect(await after(91)).toBe(1)
  expect((await asked()).map(({ id }) => id)).toEqual([ids[2]])
})

test('ids of another organization are unknown', async () => {
  const [own, other] = [await article(), await article()]
  const { id } = (await own.ask()).editRequest

  const calls = [
    () => other.call(requestEdit, { itemId: own.item.id, request: 'Shorten it' }),
    () => other.call(listEditRequests, { itemId: own.item.id }),
    () => other.call(answerEditRequest, { id, state: 'done', answer: 'Done.' }),
    () => other.call(updateEditRequest, { id, state: 'closed' }),
    () => other.call(updateEditRequest, { id, state: 'open' }),
  ]
  for (const refused of calls) await expect(refused()).rejects.toMatchObject({ code: 'not_found' })
  const { id: keyOfOther } = await addKey(other.database, ownerOf(other.on))
  await expect(own.ask({ agentId: keyOfOther })).rejects.toMatchObject({ code: 'not_found' })
  expect((await other.call(listEditRequests, {})).total).toBe(0)
})
