import { afterAll, beforeAll, expect, test } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import { createAdmission } from '#catalog/admit.ts'
import { agentOperations } from '#catalog/agent-operations.ts'
import { catalog } from '#catalog/catalog.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import { createRunner } from '#catalog/run/run.ts'
import { silentLog } from '#kernel/log.ts'
import { ceilingOf, type Role } from '#kernel/scope.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { createRenderer } from '#platform/render/renderer.ts'
import { eventsOf, listenHeaders, listenMessage, openStream } from '#test/mcp-stream.ts'
import { addKey, addMember, addOrganization } from '#test/people.ts'
import { openServer, type TestServer } from '#test/server.ts'

import { createDispatcher } from './dispatcher.ts'
import { listening } from './listen.ts'
import { stateOf } from './resources.ts'
import { incoming } from './test-incoming.ts'

let server: TestServer

beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server.close())

const open = (key: string, notifications: unknown = { toolsListChanged: true }) =>
  openStream(server.url, { 'X-API-Key': key }, notifications)

async function owner(name: string) {
  const { cookie } = await server.addOrganization(name)
  return server.client.newKey(cookie)
}

test('a stream begins with what it will tell, and ends with a result when the server ends', async () => {
  const { secret } = await owner('Streams')
  const { response, events } = await open(secret, {
    toolsListChanged: true,
    promptsListChanged: true,
    resourceSubscriptions: ['a:b'],
  })

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  expect((await events.next()).value).toEqual({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: {
      notifications: { toolsListChanged: true },
      _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub-1' },
    },
  })
  const restarting = server.restart()
  expect((await events.next()).value).toMatchObject({
    id: 'sub-1',
    result: { resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub-1' } },
  })
  expect((await events.next()).done).toBe(true)
  server = await restarting
})

test('a stream follows an item by a slug of any script', async () => {
  const { secret } = await owner('Übungen')
  const resourceSubscriptions = ['masthead://items/übung-1', `masthead://items/${encodeURIComponent('übung-2')}`]
  const { events } = await open(secret, { resourceSubscriptions })

  expect((await events.next()).value).toMatchObject({ params: { notifications: { resourceSubscriptions } } })
  await events.return(undefined)
})

test('what there is nothing to tell of ends at once', async () => {
  const { secret } = await owner('Nothing')
  const { events } = await open(secret, { promptsListChanged: true })
  const told = []
  for await (const event of events) told.push(event)

  expect(told).toMatchObject([{ params: { notifications: {} } }, { result: { resultType: 'complete' } }])
})

test.each([[null], [5], [[]]])('a request that asks for %j is invalid', async (notifications) => {
  const { secret } = await owner(`Invalid ${JSON.stringify(notifications) ?? 'none'}`.replace(/[^\w ]/g, 'x'))
  const { response } = await open(secret, notifications)

  expect(await response.json()).toMatchObject({ id: 'sub-1', error: { code: -32602 } })
})

test('a credential has four streams, and another one when one has ended', async () => {
  const { secret } = await owner('Four')
  const streams = await Promise.all(Array.from({ length: 4 }, () => open(secret)))
  for (const { events } of streams) await events.next()
  const fifth = await open(secret)
  expect(await fifth.response.json()).toMatchObject({ error: { code: -32003 } })

  streams[0]?.gone.abort()
  // The server notices at its next look at the socket.
  for (;;) {
    const next = await open(secret)
    if (next.response.headers.get('content-type') === 'text/event-stream') break
    await next.response.text()
  }
  for (const { gone } of streams.slice(1)) gone.abort()
})

test('a stream that nothing wakes tells a change of role and one of a resource, and the end of membership ends the stream', async () => {
  const { database } = server
  const made = await addOrganization(database)
  const userId = await addMember(database, made.organizationId, 'viewer')
  const { secret } = await addKey(
    database,
    { organizationId: made.organizationId, userId },
    { scopes: ceilingOf.editor },
  )
  const limiter = memoryLimiter()
  let state = 'first'
  const uri = 'masthead://items/some-slug'
  const admission = createAdmission({
    database,
    limiter,
    failures: memoryLimiter(),
    baseUrl: () => server.url,
    log: silentLog,
  })
  const listen = listening({
    look: (credentials) => admission.byHeaders({ ...credentials, uncounted: true }),
    stateOf: async () => state,
    watch: () => () => {},
    log: silentLog,
    times: { keepAlive: 5, gap: 5, poll: 5, mayBeUnseen: 60_000 },
  })
  const face = createDispatcher({
    gate: { pass: () => ({}), preflight: {} },
    admission,
    methods: new Map([['subscriptions/listen', listen.method]]),
    serverInfo: { name: 'masthead', title: 'Masthead', version: '0' },
    onRefused: async () => {},
    log: silentLog,
  })
  const setRole = (role: Role) =>
    database.asIdentity((db) =>
      db.updateTable('auth.memberships').set({ role }).where('user_id', '=', userId).execute(),
    )

  const headers = Object.fromEntries(Object.entries(listenHeaders).map(([name, line]) => [name.toLowerCase(), line]))
  const asked = { toolsListChanged: true, resourceSubscriptions: [uri, 'masthead://nothing'] }
  const answer = await face(incoming(listenMessage(asked), { ...headers, 'x-api-key': secret }))
  const events = eventsOf(new Response(answer.body as never))
  const acknowledged = await events.next()
  await setRole('editor')
  const changed = await events.next()
  state = 'second'
  const updated = await events.next()
  await database.asIdentity((db) => db.deleteFrom('auth.memberships').where('user_id', '=', userId).execute())
  const ended = await events.next()

  expect(acknowledged.value.params.notifications).toEqual({ toolsListChanged: true, resourceSubscriptions: [uri] })
  expect(updated.value).toMatchObject({ method: 'notifications/resources/updated', params: { uri } })
  expect(changed.value).toMatchObject({
    method: 'notifications/tools/list_changed',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub-1' } },
  })
  expect(ended.value).toMatchObject({ result: { resultType: 'complete' } })
  expect((await events.next()).done).toBe(true)
  await admission.close()
})

test('what a resource holds is looked at without a record, and only as the caller may read it', async () => {
  const { cookie, organizationId, userId } = await server.addOrganization('Looks')
  const { secret } = await server.client.newKey(cookie)
  const rows = () =>
    server.database.forOrganization({ organizationId, userId }, 'read', ({ db }) =>
      db
        .selectFrom('audit_record')
        .select('operation')
        .where('interface', '=', 'rest')
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    )
  await server.client.call(secret, 'createItem', { collectionId: 'articles', title: 'Seen', slug: 'seen' })
  const admission = createAdmission({
    database: server.database,
    limiter: memoryLimiter(),
    failures: memoryLimiter(),
    baseUrl: () => server.url,
    log: silentLog,
  })
  const admitted = await admission.byHeaders({ apiKey: [secret], authorization: [], address: '127.0.0.1', door: 'mcp' })
  if (!admitted.ok) throw admitted.refusal
  const { render, close } = createRenderer({ log: silentLog })
  const reference = buildReference(catalog)
  const look = stateOf(
    createRunner({
      operations: agentOperations(reference),
      database: server.database,
      render,
      checks: itemChecks,
      baseUrl: () => server.url,
      log: silentLog,
    }),
  )
  const before = await look(admitted.access, 'masthead://items/seen')
  const same = await look(admitted.access, 'masthead://items/seen')
  const item = await server.client.call(secret, 'getItem', { slug: 'seen' })
  await server.client.call(secret, 'updateItem', { id: item.json.result.item.id, title: 'Seen again' })
  const after = await look(admitted.access, 'masthead://items/seen')

  expect(before).toBeDefined()
  expect([same === before, after === before]).toEqual([true, false])
  expect(await look({ ...admitted.access, scopes: [] }, 'masthead://items/seen')).toBeUndefined()
  expect(await look(admitted.access, 'masthead://items/unseen')).toBeUndefined()
  expect((await rows()).map(({ operation }) => operation)).toEqual(['createItem', 'getItem', 'updateItem'])
  const ofMcp = await server.database.forOrganization({ organizationId, userId }, 'read', ({ db }) =>
    db.selectFrom('audit_record').select('operation').where('interface', '=', 'mcp').execute(),
  )
  expect(ofMcp).toEqual([])
  await admission.close()
  await close()
})
