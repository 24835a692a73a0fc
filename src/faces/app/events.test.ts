import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openSession } from '#areas/account/index.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'
import { serverUrl } from '#platform/database/test-server.ts'
import { type EventClient, openEvents } from '#test/event-client.ts'
import { addMember } from '#test/people.ts'
import { startProcess } from '#test/server-process.ts'
import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

let server: TestServer
let owner: Awaited<ReturnType<TestServer['addOrganization']>>
let organizations = 0

beforeAll(async () => {
  server = await openServer()
})
beforeEach(async () => {
  owner = await server.addOrganization(`Organization ${++organizations}`)
})
afterAll(() => server.close())

const watch = (cookie = owner.cookie, headers: Record<string, string> = {}, origin = server.url) =>
  openEvents(origin, { cookie, path: `/app/events?organization=${owner.organizationId}`, headers })

test('the stream of an organization is found by its slug too', async () => {
  const [{ slug }] = (await server.client.send('/app/session', { headers: { Cookie: owner.cookie } })).json
    .organizations
  const events = await openEvents(server.url, {
    cookie: owner.cookie,
    path: `/app/events?organization=${slug}`,
    headers: {},
  })

  expect((await events.next())?.data).toMatchObject({ kind: 'ready' })
})

const stories = { name: 'Stories', slug: 'stories', kind: 'custom' }
const isOf = (operation: string) => (event: { data: Record<string, unknown> }) => event.data['operation'] === operation

async function memberWith(role: Role) {
  const { database } = server
  const organizationId = owner.organizationId as OrganizationId
  const userId = await addMember(database, organizationId, role)
  const { token } = await database.asIdentity((db) =>
    openSession(db, { userId, organizationId, addressPrefix: '', userAgent: undefined, now: new Date() }),
  )
  return { userId, cookie: `session=${token}` }
}

async function articleOf(cookie: string): Promise<string> {
  const { json: collections } = await server.client.inApp(cookie, 'listCollections', {})
  const [{ id: collectionId }] = collections.result.items
  const { json } = await server.client.inApp(cookie, 'createItem', { collectionId, title: 'Tides' })
  return json.result.item.id
}

/** Opens a stream and waits until it is established: whatever happens from now on is reported. */
async function watching(...given: Parameters<typeof watch>): Promise<EventClient> {
  const events = await watch(...given)
  expect((await events.next())?.data).toMatchObject({ kind: 'ready' })
  return events
}

test('the stream is one that no proxy holds back and nobody stores', async () => {
  const events = await watch(owner.cookie, { 'Accept-Encoding': 'gzip, br' })

  expect(events.status).toBe(200)
  expect(Object.fromEntries(events.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(events.headers.get('content-encoding')).toBeNull()
  expect(await events.next()).toEqual({
    id: expect.stringMatching(/^aud_/),
    data: { kind: 'ready', resumed: false, latestAt: null },
  })
  events.close()
})

test('a stream that begins says when the last call was', async () => {
  const { secret } = await server.client.newKey(owner.cookie)
  const before = new Date().toISOString()
  await server.client.call(secret, 'createCollection', { ...stories, slug: 'quiet' })

  const events = await watch()

  const { latestAt } = (await events.next())?.data ?? {}
  expect(String(latestAt) >= before).toBe(true)
  expect(String(latestAt) <= new Date().toISOString()).toBe(true)
  events.close()
})

test('what an agent does is reported, with who did it and without what was written', async () => {
  const { id: keyId, secret } = await server.client.newKey(owner.cookie, { name: 'Writing agent' })
  const events = await watching()

  const { json: collections } = await server.client.call(secret, 'listCollections', {})
  const made = await server.client.call(secret, 'createItem', {
    collectionId: collections.result.items[0].id,
    title: 'A title canary-5d1',
    content: 'canary-5d1',
  })
  const told = await events.until(isOf('createItem'))

  expect(told.data).toEqual({
    kind: 'call',
    id: told.id,
    operation: 'createItem',
    area: 'content',
    risk: 'write',
    status: 'succeeded',
    code: null,
    requestId: made.json.requestId,
    credentialType: 'api_key',
    actorUserId: owner.userId,
    clientName: 'Writing agent',
    startedAt: expect.stringMatching(/Z$/),
    itemId: made.json.result.item.id,
    changed: true,
  })
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`canary|${keyId}|mh_sk_`))
  events.close()
})

test('reads, refusals and trials are reported as what they are: nothing changed', async () => {
  const { secret } = await server.client.newKey(owner.cookie)
  const events = await watching()

  await server.client.call(secret, 'listCollections', {})
  await server.client.call(secret, 'createCollection', { name: '' })
  await server.client.call(secret, 'createCollection', stories, { dryRun: true })

  const told = [await events.next(), await events.next(), await events.next()].map((event) => event?.data)
  expect(told).toMatchObject([
    { operation: 'listCollections', risk: 'read', changed: false },
    { operation: 'createCollection', status: 'rejected', code: 'validation_failed', changed: false },
    { operation: 'createCollection', status: 'succeeded', changed: false },
  ])
  events.close()
})

test('who may not read the audit log hears of changes alone, and only where they are', async () => {
  const editor = await memberWith('editor')
  const { secret } = await server.client.newKey(owner.cookie)
  const events = await watching(editor.cookie)

  await server.client.call(secret, 'listCollections', {})
  await server.client.call(secret, 'createCollection', stories)

  expect(await events.next()).toEqual({
    id: expect.stringMatching(/^aud_/),
    data: { kind: 'change', area: 'collections' },
  })
  events.close()
})

test('other organizations are not heard', async () => {
  const other = await server.addOrganization(`Neighbour ${organizations}`)
  const { secret } = await server.client.newKey(other.cookie)
  const own = await server.client.newKey(owner.cookie)
  const events = await watching()

  await server.client.call(secret, 'createCollection', stories)
  await server.client.call(own.secret, 'listCollections', {})

  expect((await events.next())?.data).toMatchObject({ operation: 'listCollections' })
  events.close()
})

test('who comes to an article is told at once, to all who may read it, and leaves no record', async () => {
  const editor = await memberWith('editor')
  const viewer = await memberWith('viewer')
  const itemId = await articleOf(owner.cookie)
  const events = await watching(viewer.cookie)

  await server.client.inApp(editor.cookie, 'presenceHeartbeat', { itemId })

  expect(await events.next()).toEqual({
    id: expect.stringMatching(/^aud_/),
    data: {
      kind: 'presence',
      itemId,
      people: [{ kind: 'person', userId: editor.userId, name: null, isHere: true, draftAt: null }],
    },
  })
  events.close()
})

test('watching leaves no record', async () => {
  const events = await watching()
  events.close()

  const { json } = await server.client.inApp(owner.cookie, 'listAgentAuditLog', {})

  expect(json.result.total).toBe(0)
})

test('a stream that was cut goes on after the last event that was seen, and tells none of them twice', async () => {
  const { secret } = await server.client.newKey(owner.cookie)
  const first = await watching()
  await server.client.call(secret, 'createCollection', stories)
  const seen = await first.until(isOf('createCollection'))
  first.close()
  await server.client.call(secret, 'listCollections', {})
  await server.client.call(secret, 'getOrganization', {})

  const again = await watch(owner.cookie, { 'Last-Event-ID': seen.id })

  expect(await again.next()).toEqual({ id: seen.id, data: { kind: 'ready', resumed: true } })
  expect((await again.next())?.data).toMatchObject({ operation: 'listCollections' })
  expect((await again.next())?.data).toMatchObject({ operation: 'getOrganization' })
  again.close()
})

test('a stream that begins after a restart of the server learns what it missed', async () => {
  const { secret } = await server.client.newKey(owner.cookie)
  const first = await watching()
  await server.client.call(secret, 'createCollection', stories)
  const seen = await first.until(isOf('createCollection'))
  await server.client.call(secret, 'listCollections', {})
  const ended = first.ended()
  server = await server.restart()
  await ended

  const again = await watch(owner.cookie, { 'Last-Event-ID': seen.id })

  expect((await again.next())?.data).toEqual({ kind: 'ready', resumed: true })
  expect((await again.until(isOf('listCollections'))).data).toMatchObject({ status: 'succeeded' })
  again.close()
})

test.each(['nonsense', 'aud_00000000000000000000000000', 'itm_01k9x8f0000000000000000000'])(
  'after the unknown event %s everything is read again',
  async (id) => {
    const events = await watch(owner.cookie, { 'Last-Event-ID': id })

    expect((await events.next())?.data).toMatchObject({ kind: 'ready', resumed: false })
    events.close()
  },
)

test('signing out ends the stream', async () => {
  const events = await watching()

  await server.client.send('/app/session', { method: 'DELETE', headers: { Cookie: owner.cookie } })

  await events.ended()
})

test('a session that was taken away elsewhere ends the stream, and nothing more is reported', async () => {
  const { cookie, userId } = await memberWith('admin')
  const { secret } = await server.client.newKey(owner.cookie)
  const events = await watching(cookie)

  await server.database.asIdentity((db) => db.deleteFrom('auth.sessions').where('user_id', '=', userId).execute())
  await server.client.call(secret, 'createCollection', stories)

  expect(await events.next()).toBeUndefined()
})

test.each(['removed', 'suspended'])('a member who is %s sees nothing more', async (how) => {
  const { cookie, userId } = await memberWith('admin')
  const { secret } = await server.client.newKey(owner.cookie)
  const events = await watching(cookie)

  await server.database.asIdentity(async (db) => {
    if (how === 'removed') await db.deleteFrom('auth.memberships').where('user_id', '=', userId).execute()
    else
      await db.updateTable('auth.memberships').set({ suspended_at: new Date() }).where('user_id', '=', userId).execute()
  })
  await server.client.call(secret, 'createCollection', stories)

  expect(await events.next()).toBeUndefined()
  expect((await watch(cookie)).status).toBe(404)
})

test('an admin who becomes an editor hears less from the next event on', async () => {
  const { cookie, userId } = await memberWith('admin')
  const { secret } = await server.client.newKey(owner.cookie)
  const events = await watching(cookie)

  await server.database.asIdentity((db) =>
    db.updateTable('auth.memberships').set({ role: 'editor' }).where('user_id', '=', userId).execute(),
  )
  await server.client.call(secret, 'createCollection', stories)

  expect((await events.next())?.data).toEqual({ kind: 'change', area: 'collections' })
  events.close()
})

test('who is nobody, a stranger or another site gets no stream', async () => {
  const other = await server.addOrganization(`Stranger ${organizations}`)
  const codeOf = async (given: Promise<EventClient>) => {
    const { status, text } = await given
    return [status, JSON.parse(text).error.code]
  }

  expect(await codeOf(watch(''))).toEqual([401, 'unauthenticated'])
  expect(await codeOf(watch(other.cookie))).toEqual([404, 'not_found'])
  expect(await codeOf(watch(owner.cookie, { 'Sec-Fetch-Site': 'same-site' }))).toEqual([403, 'cross_origin'])
  const twice = `/app/events?organization=${owner.organizationId}&organization=${other.organizationId}`
  expect(await codeOf(openEvents(server.url, { cookie: owner.cookie, path: twice }))).toEqual([
    400,
    'malformed_request',
  ])
  const posted = await server.client.send('/app/events', { method: 'POST', headers: { Cookie: owner.cookie } })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
})

test('a session has twenty streams at most; one that is closed makes room', async () => {
  const open = await Promise.all(Array.from({ length: 20 }, () => watching()))

  const refused = await watch()
  expect([refused.status, JSON.parse(refused.text).error.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '30',
  ])
  open[0]?.close()

  const status = async () => {
    const events = await watch()
    events.close()
    return events.status
  }
  await expect.poll(status).toBe(200)
  for (const events of open) events.close()
})

test.runIf(serverUrl !== undefined)(
  'what happens on one node is heard on the other (skipped without DATABASE_URL)',
  async () => {
    const node = await startProcess(server.env)
    try {
      const { secret } = await server.client.newKey(owner.cookie)
      const events = await watching(owner.cookie, {}, node.url)

      await server.client.call(secret, 'createCollection', stories)
      const told = await events.until(isOf('createCollection'))
      expect(told.data).toMatchObject({ clientName: 'Key of a test', changed: true })

      const itemId = await articleOf(owner.cookie)
      await server.client.inApp(owner.cookie, 'presenceHeartbeat', { itemId })
      expect((await events.until(({ data }) => data['kind'] === 'presence')).data).toMatchObject({ itemId })

      await server.client.call(secret, 'listCollections', {})
      events.close()
      const moved = await watch(owner.cookie, { 'Last-Event-ID': told.id })
      expect((await moved.next())?.data).toEqual({ kind: 'ready', resumed: true })
      expect((await moved.until(isOf('listCollections'))).data).toMatchObject({ status: 'succeeded' })
      moved.close()

      const last = await watching(owner.cookie, {}, node.url)
      await server.client.send('/app/session', { method: 'DELETE', headers: { Cookie: owner.cookie } })
      await last.ended()
    } finally {
      await node.stop()
    }
  },
)
