import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server.close())

async function organization(name: string) {
  const { client } = server
  const { cookie } = await server.addOrganization(name)
  const inApp = async (operation: string, input: object) =>
    (await client.inApp(cookie, operation, input, { confirm: true })).json.result
  const item = { collectionId: 'articles', title: 'Linking', content: 'rustc calls **the linker**.' }
  return { cookie, inApp, itemId: (await inApp('createItem', item)).item.id as string }
}

test('from the request of a person in the web application to the answer of the agent that it is for', async () => {
  const { client } = server
  const { cookie, inApp, itemId } = await organization('Asking Media')
  const writer = await client.newKey(cookie, { name: 'Nightly writer' })
  const other = await client.newKey(cookie, { name: 'Day desk' })
  const input = { itemId, request: 'Which one?', passage: { quote: 'the linker' }, agentId: writer.id }

  const asked = await client.inApp(cookie, 'requestEdit', input, { idempotencyKey: 'ask-once' })
  const again = await client.inApp(cookie, 'requestEdit', input, { idempotencyKey: 'ask-once' })
  const rehearsed = await client.inApp(cookie, 'requestEdit', input, { dryRun: true })
  expect([asked.status, again.status, rehearsed.status]).toEqual([200, 200, 200])
  expect(again.json.result).toEqual(asked.json.result)

  const mine = { state: ['open'], agentId: 'me' }
  const found = await client.call(writer.secret, 'listEditRequests', mine)
  expect(found.json.result.items).toMatchObject([{ itemId, request: 'Which one?', agent: { name: 'Nightly writer' } }])
  expect((await client.call(other.secret, 'listEditRequests', mine)).json.result.total).toBe(0)
  const { id } = found.json.result.items[0]
  const answer = { id, state: 'done', answer: 'It is LLD now.' }
  expect((await client.call(other.secret, 'answerEditRequest', answer)).json.error.code).toBe('conflict')
  await client.call(writer.secret, 'updateItem', { id: itemId, content: 'rustc calls LLD.' })
  const answered = await client.call(writer.secret, 'answerEditRequest', answer, { idempotencyKey: 'answer-once' })
  const repeated = await client.call(writer.secret, 'answerEditRequest', answer, { idempotencyKey: 'answer-once' })

  expect(repeated.json.result).toEqual(answered.json.result)
  const { editRequests } = await inApp('getItem', { id: itemId, include: ['editRequests'] })
  expect(editRequests).toMatchObject([
    {
      state: 'done',
      passage: { quote: 'the linker', isFound: false },
      answer: { text: 'It is LLD now.', agentName: 'Nightly writer' },
    },
  ])
  expect((await inApp('listManagerItems', { hasEditRequests: true })).total).toBe(0)
})

test('a key that may only read lists them, and asks and answers none; one of another organization finds none', async () => {
  const { client } = server
  const { cookie, inApp, itemId } = await organization('Reading Media')
  const { editRequest } = await inApp('requestEdit', { itemId, request: 'Shorten it.' })
  const reader = await client.newKey(cookie, { name: 'Reader', scopes: ['content:read'] })
  const elsewhere = await client.newKey((await organization('Elsewhere Media')).cookie)
  const answer = { id: editRequest.id, state: 'done', answer: 'Done.' }
  const codeOf = async (key: string, operation: string, input: object) =>
    (await client.call(key, operation, input)).json.error?.code

  expect((await client.call(reader.secret, 'listEditRequests', {})).json.result.total).toBe(1)
  expect(await codeOf(reader.secret, 'requestEdit', { itemId, request: 'More.' })).toBe('insufficient_scope')
  expect(await codeOf(reader.secret, 'answerEditRequest', answer)).toBe('insufficient_scope')
  expect(await codeOf(elsewhere.secret, 'requestEdit', { itemId, request: 'More.' })).toBe('not_found')
  expect(await codeOf(elsewhere.secret, 'answerEditRequest', answer)).toBe('not_found')
  expect((await client.call(elsewhere.secret, 'listEditRequests', {})).json.result.total).toBe(0)
})
