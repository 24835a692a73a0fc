import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { type Answer, password } from '#test/client.ts'
import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server.close())

test('from the set-up link to a published article, its redirect, the trash and back', async () => {
  const { client, setUpToken } = server
  const answers: Answer[] = []
  const app = (path: string, body: unknown) =>
    client.send(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

  // Set up by the link, which works once, and sign in.
  const owner = { email: 'owner@example.com', password, organizationName: 'Northwind Media' }
  expect((await client.send(`/app/setup/${setUpToken}`)).json).toEqual({ valid: true })
  const made = await app(`/app/setup/${setUpToken}`, owner)
  expect(made.status).toBe(200)
  expect((await app(`/app/setup/${setUpToken}`, { ...owner, email: 'other@example.com' })).status).toBe(404)
  const cookie = await client.signIn(owner.email)
  const organizationId: string = made.json.activeOrganizationId
  const { secret: key, id: keyId } = await client.newKey(cookie)

  // Discover.
  const tools = await client.send('/v2/tools', { headers: { Authorization: `Bearer ${key}` } })
  const names: string[] = tools.json.operations.map(({ name }: { name: string }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['createItem', 'updateItem', 'publishItem', 'deleteItem', 'restoreItem']),
  )
  expect(tools.json.operations.every(({ allowed }: { allowed: boolean }) => allowed)).toBe(true)

  const call: typeof client.call = async (...given) => {
    const answer = await client.call(...given)
    answers.push(answer)
    return answer
  }
  const read = (path: string) => client.send(`/v1/${organizationId}/${path}`)

  // Create and change; a draft is not public.
  const created = await call(key, 'createItem', {
    collectionId: 'articles',
    title: 'How to choose a CRM',
    content: '## First\n\nWords.',
  })
  const { id, slug } = created.json.result.item
  expect([created.status, slug]).toEqual([200, 'how-to-choose-a-crm'])
  expect((await read(`articles/${slug}`)).status).toBe(404)
  await call(key, 'updateItem', { id, seoTitle: 'The right CRM', ifVersion: 1 })

  // Publish, which needs a confirmation.
  const unconfirmed = await call(key, 'publishItem', { id })
  expect([unconfirmed.status, unconfirmed.json.error.code]).toEqual([428, 'confirmation_required'])
  expect((await read(`articles/${slug}`)).status).toBe(404)
  expect((await call(key, 'publishItem', { id }, { dryRun: true })).json).toMatchObject({ dryRun: true })
  expect((await read(`articles/${slug}`)).status).toBe(404)
  expect((await call(key, 'publishItem', { id }, { confirm: true })).status).toBe(200)
  const published = await read(`articles/${slug}`)
  expect(published.json.data).toMatchObject({ id, attributes: { status: 'published', seo_title: 'The right CRM' } })
  expect(published.json.data.attributes.content_html).toContain('<h2')

  // A new slug: the old one leads to it, with the query string.
  await call(key, 'updateItem', { id, slug: 'choosing-a-crm' })
  const moved = await read(`articles/${slug}?_fields=title`)
  expect(moved.status).toBe(308)
  expect(moved.headers.get('location')).toMatch(
    new RegExp(`/v1/${organizationId}/articles/choosing-a-crm\\?_fields=title$`),
  )
  expect((await read('articles/choosing-a-crm')).status).toBe(200)

  // Unpublish, delete, restore.
  expect((await call(key, 'unpublishItem', { id }, { confirm: true })).status).toBe(200)
  expect((await read('articles/choosing-a-crm')).status).toBe(404)
  expect((await call(key, 'deleteItem', { id }, { confirm: true })).json.error.code).toBe('in_use')
  const elsewhere = { id, redirectTo: 'https://example.com/crm' }
  expect((await call(key, 'deleteItem', elsewhere, { confirm: true })).status).toBe(200)
  expect((await read(`articles/${slug}`)).status).toBe(404)
  const led = await read(`redirects?from=/articles/${slug}`)
  expect(led.json.data[0].attributes.to).toBe(elsewhere.redirectTo)
  const gone = await call(key, 'listItems', {})
  expect(gone.json.result.items).toEqual([])
  expect((await call(key, 'restoreItem', { id }, { confirm: true })).status).toBe(200)
  expect((await call(key, 'getItem', { id })).json.result.item).toMatchObject({
    id,
    status: 'draft',
    slug: 'choosing-a-crm',
  })

  // One record per call, each found by the request id of its answer.
  const records = await server.database.forOrganization({ organizationId }, 'read', ({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['request_id', 'operation', 'status', 'credential_id', 'occurrences'])
      .orderBy('id')
      .execute(),
  )
  const byKey = records.filter(({ credential_id }) => credential_id === keyId)
  expect(byKey.map(({ request_id }) => request_id).toSorted()).toEqual(
    answers.map(({ headers }) => headers.get('x-request-id')).toSorted(),
  )
  expect(byKey.filter(({ status }) => status === 'rejected').map(({ operation }) => operation)).toEqual(['publishItem'])
  expect(records.filter(({ operation }) => operation === 'createApiKey')).toHaveLength(1)
  expect(records.every(({ occurrences }) => occurrences === 1)).toBe(true)

  // Another organization sees none of it.
  const other = await server.addOrganization('Southwind Media')
  const { secret: foreign } = await client.newKey(other.cookie)
  for (const name of ['listItems', 'listManagerItems', 'listAgentAuditLog', 'listApiKeys'])
    expect((await client.call(foreign, name, {})).text, name).not.toMatch(
      new RegExp(`${id}|${keyId}|${organizationId}|CRM`),
    )
  const unknown = id.replace(/.{4}$/, '0000')
  const [theirs, nobodys] = [
    await client.call(foreign, 'getItem', { id }),
    await client.call(foreign, 'getItem', { id: unknown }),
  ]
  expect([theirs.status, theirs.json.error.message]).toEqual([404, nobodys.json.error.message])
  expect((await client.send(`/v1/${other.organizationId}/articles/${id}`)).status).toBe(404)
})

test('of 50 parallel calls with one key one has an effect, and each answer is the success, a replay or 409', async () => {
  const { client } = server
  const { cookie, organizationId } = await server.addOrganization('Parallel Media')
  const { secret: key } = await client.newKey(cookie)
  const write = () =>
    client.call(
      key,
      'createItem',
      { collectionId: 'articles', title: 'Written once' },
      { idempotencyKey: 'one-change' },
    )

  const answers = await Promise.all(Array.from({ length: 50 }, write))
  const last = await write()

  const done = answers.filter(({ status }) => status === 200)
  expect(done.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1)
  expect(new Set([...done, last].map(({ text }) => text)).size).toBe(1)
  expect(last.headers.get('idempotent-replayed')).toBe('true')
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect([answer.status, answer.json.error.code, answer.headers.get('retry-after')]).toEqual([
      409,
      'idempotency_in_progress',
      '1',
    ])
  }
  const [items, records] = await server.database.forOrganization({ organizationId }, 'read', async ({ db }) => [
    await db.selectFrom('item').select('title').execute(),
    await db
      .selectFrom('audit_record')
      .select(['status', 'code', 'request_id'])
      .where('operation', '=', 'createItem')
      .execute(),
  ])
  expect(items).toEqual([{ title: 'Written once' }])
  expect(records.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  expect(new Set(records.map(({ request_id }) => request_id)).size).toBe(51)
})

test('every answer has a request id that leads to its line of the log', async () => {
  const { client } = server
  const { cookie, organizationId } = await server.addOrganization('Traced Media')
  const { secret: key } = await client.newKey(cookie)
  const answers = [
    await client.call(key, 'createItem', { collectionId: 'articles' }, { headers: { 'X-Request-Id': 'ours-1' } }),
    await client.call(key, 'noSuchOperation', {}),
    await client.send('/v2/tools'),
    await client.send('/v2/nothing'),
    await client.send('/v2/openapi.json'),
    await client.send(`/v1/${organizationId}/articles?page=0`),
    await client.send('/v1/nobody/articles'),
    await client.send('/app/session'),
    await client.send('/app/nothing'),
    await client.send('/healthz'),
    await client.send('/readyz'),
    await client.send('/mcp', { method: 'POST' }),
    await client.send('/', { method: 'DELETE' }),
    await client.send('/'),
  ]

  const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
  const log = await server.logged()
  for (const id of ids) expect(id).toMatch(/^req_[0-9a-z]{26}$/)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids)
    expect(log.split('\n').filter((line) => line.includes(`"requestId":"${id}"`)).length, id).toBeGreaterThan(0)
  for (const { json } of answers) if (json?.error !== undefined) expect(ids).toContain(json.error.requestId)
  const records = await server.database.forOrganization({ organizationId }, 'read', ({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['request_id', 'client_request_id'])
      .where('request_id', 'in', ids)
      .orderBy('id')
      .execute(),
  )
  expect(records).toEqual([
    { request_id: ids[0], client_request_id: 'ours-1' },
    { request_id: ids[1], client_request_id: null },
  ])
})
