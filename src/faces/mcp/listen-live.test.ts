import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import { createAdmission } from '#catalog/admit.ts'
import { agentOperations } from '#catalog/agent-operations.ts'
import { catalog } from '#catalog/catalog.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import { createRunner } from '#catalog/run/run.ts'
import { silentLog } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { serverUrl } from '#platform/database/test-server.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { createRenderer } from '#platform/render/renderer.ts'
import { eventsOf, listenHeaders, listenMessage, openStream } from '#test/mcp-stream.ts'
import { openAgent } from '#test/oauth-client.ts'
import { openServer, type TestServer } from '#test/server.ts'
import { createLiveCalls } from '#work/live/live-calls.ts'

import { createDispatcher } from './dispatcher.ts'
import { listening } from './listen.ts'
import { stateOf } from './resources.ts'
import { incoming } from './test-incoming.ts'

// Two whole servers, next to other tests on a small machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const uri = 'masthead://organization'
const subscribed = { toolsListChanged: true, resourceSubscriptions: [uri] }
const updated = { method: 'notifications/resources/updated', params: { uri } }
let server: TestServer

beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server.close())

/** What is behind a stream on another node, which never looks without being woken. */
function nodeOn(database: TenantDatabase) {
  const baseUrl = () => server.url
  const live = createLiveCalls({ database, log: silentLog, maxViewers: 1 })
  const renderer = createRenderer({ log: silentLog })
  const operations = agentOperations(buildReference(catalog))
  const runner = createRunner({
    operations,
    database,
    render: renderer.render,
    checks: itemChecks,
    baseUrl,
    log: silentLog,
  })
  const admission = createAdmission({
    database,
    limiter: memoryLimiter(),
    failures: memoryLimiter(),
    baseUrl,
    log: silentLog,
  })
  const listen = listening({
    look: (credentials) => admission.byHeaders({ ...credentials, uncounted: true }),
    stateOf: stateOf(runner),
    watch: live.watch,
    log: silentLog,
    times: { keepAlive: 25_000, gap: 100, poll: 3_600_000, mayBeUnseen: 60_000 },
  })
  const face = createDispatcher({
    gate: { pass: () => ({}), preflight: {} },
    admission,
    methods: new Map([['subscriptions/listen', listen.method]]),
    serverInfo: { name: 'masthead', title: 'Masthead', version: '0' },
    onRefused: async () => {},
    log: silentLog,
  })
  const headers = Object.fromEntries(Object.entries(listenHeaders).map(([name, line]) => [name.toLowerCase(), line]))
  return {
    async open(secret: string) {
      const answer = await face(incoming(listenMessage(subscribed), { ...headers, 'x-api-key': secret }))
      return eventsOf(new Response(answer.body as never))
    },
    async close() {
      listen.close()
      await live.close()
      await admission.close()
      await renderer.close()
    },
  }
}

test('what another node records wakes a stream: a change is reported, and a revoked key ends it', async () => {
  const { cookie } = await server.addOrganization('Woken')
  const [writer, listener] = [await server.client.newKey(cookie), await server.client.newKey(cookie)]
  const node = nodeOn(server.database)
  const events = await node.open(listener.secret)

  const first = await events.next()
  const changed = await server.client.call(writer.secret, 'updateOrganizationSettings', { name: 'Renamed' })
  const second = await events.next()
  const revoked = await server.client.call(writer.secret, 'revokeApiKey', { keyId: listener.id }, { confirm: true })
  const third = await events.next()

  expect(first.value).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
  expect([changed.status, revoked.status]).toEqual([200, 200])
  expect(second.value).toMatchObject(updated)
  expect(third.value).toMatchObject({ result: { resultType: 'complete' } })
  expect((await events.next()).done).toBe(true)
  await node.close()
})

test('closing ends streams that are being woken', async () => {
  const { cookie } = await server.addOrganization('Closed')
  const { secret } = await server.client.newKey(cookie)
  const node = nodeOn(server.database)
  const events = await node.open(secret)
  await events.next()
  await server.client.call(secret, 'updateOrganizationSettings', { name: 'Renamed too' })

  await node.close()

  const told = []
  for await (const event of events) told.push(event)
  expect(told.at(-1)).toMatchObject({ result: { resultType: 'complete' } })
})

// The embedded database has one process.
describe.skipIf(serverUrl === undefined)('two nodes on one database', () => {
  let second: TestServer
  beforeAll(async () => {
    second = await server.another()
  })
  afterAll(() => second.close())

  test('a change on one is reported on the other, and the end of a grant ends its streams there', async () => {
    const { cookie } = await server.addOrganization('Two Nodes')
    const { secret } = await server.client.newKey(cookie)
    const agent = await openAgent(server)
    const tokens = await agent.connect(cookie, { scope: 'org:read' })
    const { events } = await openStream(second.address, { Authorization: `Bearer ${tokens.access_token}` }, subscribed)

    const acknowledged = await events.next()
    await server.client.call(secret, 'updateOrganizationSettings', { name: 'Both Nodes' })
    const told = await events.next()
    const grant = await server.database.asIdentity((db) =>
      db.selectFrom('auth.oauth_grants').select('id').where('client_id', '=', agent.clientId).executeTakeFirst(),
    )
    const ended = await server.client.inApp(cookie, 'revokeGrant', { grantId: grant?.id }, { confirm: true })
    const last = await events.next()

    expect(acknowledged.value).toMatchObject({ params: { notifications: subscribed } })
    expect(told.value).toMatchObject(updated)
    expect(ended.status).toBe(200)
    expect(last.value).toMatchObject({ result: { resultType: 'complete' } })
  })
})
