import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'
import { mcpOf, modernMeta } from '#test/mcp-client.ts'
import { openServer, type TestServer } from '#test/server.ts'

let server: TestServer
let cookie: string
let tenant: { organizationId: string; userId: string }
let mcp: ReturnType<typeof mcpOf>

beforeAll(async () => {
  server = await openServer({ WORKER: 'off' })
  const made = await server.addOrganization('Acme')
  cookie = made.cookie
  tenant = { organizationId: made.organizationId, userId: made.userId }
  mcp = mcpOf(server.client, { 'X-API-Key': (await server.client.newKey(cookie)).secret })
})
afterAll(() => server.close())

const meta = {
  'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
}
const ask = (method: string, params: Record<string, unknown>, client = mcp) => client.rpc(method, params, { meta })
const start = (given: Record<string, unknown> = {}, client = mcp) =>
  client.call('exportItems', { format: 'markdown_zip', ...given }, { meta })
const inDatabase = (jobId: string, values: { state: 'succeeded' | 'failed'; result?: string; error?: string }) =>
  server.database.forOrganization(tenant, 'write', ({ db }) =>
    db
      .updateTable('job')
      .set({ ...values, finished_at: new Date() })
      .where('id', '=', jobId)
      .execute(),
  )

test('the server names the extension', async () => {
  const { json } = await mcp.rpc('server/discover')

  expect(json.result.capabilities.extensions).toEqual({ 'io.modelcontextprotocol/tasks': {} })
})

test('a client that declares it gets the job that it started as a task', async () => {
  const { json } = await start({ idempotencyKey: 'task-1' })
  const again = await start({ idempotencyKey: 'task-1' })
  const job = await mcp.call('getJob', { jobId: json.result.taskId })

  const { id, createdAt, updatedAt } = job.json.result.structuredContent
  expect(json.result).toMatchObject({
    resultType: 'task',
    taskId: id,
    status: 'working',
    createdAt,
    lastUpdatedAt: updatedAt,
    ttlMs: 90 * 86_400_000,
    pollIntervalMs: 1000,
    _meta: { 'masthead/result': { jobId: id } },
  })
  expect(again.json.result).toMatchObject({ taskId: id, _meta: { 'masthead/idempotentReplayed': true } })
})

test('any other client, a rehearsal and a key that may not read jobs get the result of the call', async () => {
  const { secret } = await server.client.newKey(cookie, { scopes: ['content:read'] })
  const plain = await mcp.call('exportItems', { format: 'markdown_zip' })
  const legacy = await mcp.call('exportItems', { format: 'markdown_zip' }, { era: 'legacy', meta })
  const rehearsed = await start({ dryRun: true })
  const narrow = await start({}, mcpOf(server.client, { 'X-API-Key': secret }))

  for (const { json } of [plain, legacy, rehearsed, narrow]) {
    expect(json.result.resultType).not.toBe('task')
    expect(json.result.structuredContent).toMatchObject({ state: 'queued' })
  }
})

test('a task tells how its job stands, and what came of it', async () => {
  const { taskId } = (await start()).json.result
  const working = await ask('tasks/get', { taskId })
  await inDatabase(taskId, { state: 'succeeded', result: JSON.stringify({ items: 3 }) })
  const done = await ask('tasks/get', { taskId })

  expect(working.json.result).toMatchObject({ resultType: 'complete', taskId, status: 'working', pollIntervalMs: 1000 })
  expect(working.json.result).not.toHaveProperty('result')
  const { result } = done.json.result
  expect(done.json.result).toMatchObject({ resultType: 'complete', status: 'completed' })
  expect(result.structuredContent).toMatchObject({ id: taskId, state: 'succeeded', result: { items: 3 } })
  expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
})

test('a job that failed is a completed task whose result is an error', async () => {
  const { taskId } = (await start()).json.result
  await inDatabase(taskId, {
    state: 'failed',
    error: JSON.stringify({ code: 'not_connected', message: 'Connect it.' }),
  })
  const { json } = await ask('tasks/get', { taskId })

  expect(json.result).toMatchObject({ status: 'completed', result: { isError: true } })
  expect(json.result.result).not.toHaveProperty('structuredContent')
  expect(JSON.parse(json.result.result.content[0].text).error).toMatchObject({
    code: 'not_connected',
    message: 'Connect it.',
    requestId: expect.stringMatching(/^req_/) as unknown,
  })
})

test('a task is canceled as its job is, and one that has ended takes the wish', async () => {
  const { taskId } = (await start()).json.result
  const first = await ask('tasks/cancel', { taskId })
  const second = await ask('tasks/cancel', { taskId })
  const { json } = await ask('tasks/get', { taskId })

  for (const { json: acknowledged } of [first, second]) expect(acknowledged.result.resultType).toBe('complete')
  expect(json.result.status).toBe('cancelled')
  expect((await mcp.call('getJob', { jobId: taskId })).json.result.structuredContent.state).toBe('canceled')
})

test('an answer that no task waits for is taken and ignored', async () => {
  const { taskId } = (await start()).json.result
  const { json } = await ask('tasks/update', { taskId, inputResponses: { name: {} } })
  const without = await ask('tasks/update', { taskId })

  expect(json.result).toMatchObject({ resultType: 'complete' })
  expect(without.json.error.code).toBe(-32602)
})

test('each method is a recorded call of the operation behind it', async () => {
  const { taskId } = (await start()).json.result
  const answers = [await ask('tasks/get', { taskId }), await ask('tasks/cancel', { taskId })]

  const requestIds = answers.map(({ headers }) => headers.get('x-request-id'))
  const records = await server.database.forOrganization(tenant, 'read', ({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['operation', 'interface', 'status'])
      .where('request_id', 'in', requestIds)
      .execute(),
  )
  expect(records).toHaveLength(2)
  for (const operation of ['getJob', 'cancelJob'])
    expect(records).toContainEqual({ operation, interface: 'mcp', status: 'succeeded' })
})

test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('%s knows no task of another organization', async (method) => {
  const other = await server.addOrganization(`Other ${method.replace('/', ' ')}`)
  const theirs = mcpOf(server.client, { 'X-API-Key': (await server.client.newKey(other.cookie)).secret })
  const { taskId } = (await start({}, theirs)).json.result

  for (const unknown of [taskId, newId('job'), 'x'])
    expect((await ask(method, { taskId: unknown, inputResponses: {} })).json.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('listJobs lists them') as unknown,
    })
})

test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('%s needs the scope of what it does', async (method) => {
  const { taskId } = (await start()).json.result
  const { secret } = await server.client.newKey(cookie, { scopes: ['content:write'] })
  const { json } = await ask(method, { taskId, inputResponses: {} }, mcpOf(server.client, { 'X-API-Key': secret }))

  expect(json.error).toMatchObject({ code: -32001, data: { error: { code: 'insufficient_scope' } } })
})

test.each([
  ['tasks/get', { taskId: 'job_x' }],
  ['tasks/update', { taskId: 'job_x', inputResponses: {} }],
  ['tasks/cancel', { taskId: 'job_x' }],
  ['subscriptions/listen', { notifications: { taskIds: ['job_x'] } }],
])('%s needs the extension to be declared', async (method, params) => {
  const { status, json } = await mcp.rpc(method, params)

  expect([status, json.error.code]).toEqual([400, -32021])
  expect(json.error.data.requiredCapabilities).toEqual({ extensions: { 'io.modelcontextprotocol/tasks': {} } })
})

test('the header names the task, and there is neither a list nor a method of the older era', async () => {
  const mismatched = await mcp.rpc('tasks/get', { taskId: 'job_x' }, { meta, headers: { 'Mcp-Name': 'job_y' } })
  const list = await ask('tasks/list', {})
  const legacy = await mcp.rpc('tasks/get', { taskId: 'job_x' }, { era: 'legacy', meta: { ...modernMeta, ...meta } })

  expect(mismatched.json.error.code).toBe(-32020)
  expect([list.status, list.json.error.code]).toEqual([404, -32601])
  expect(legacy.json.error.code).toBe(-32020)
})

test('a connection that only reads cancels no task', async () => {
  const { taskId } = (await start()).json.result
  const given = { meta, headers: { 'X-MCP-Readonly': 'true' } }
  const { json, headers } = await mcp.rpc('tasks/cancel', { taskId }, given)

  expect(json.error).toMatchObject({
    code: -32001,
    data: { error: { code: 'operation_excluded', details: { category: 'read_only_connection' } } },
  })
  expect((await mcp.rpc('tasks/get', { taskId }, given)).json.result.status).toBe('working')
  const records = await server.database.forOrganization(tenant, 'read', ({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['operation', 'status', 'code'])
      .where('request_id', '=', headers.get('x-request-id'))
      .execute(),
  )
  expect(records).toEqual([{ operation: 'cancelJob', status: 'rejected', code: 'operation_excluded' }])
})

test('where the switch is misspelled, a task is not canceled, and the call is recorded', async () => {
  const { taskId } = (await start()).json.result
  const { status, json, headers } = await mcp.rpc('tasks/cancel', { taskId }, { meta, query: '?readOnly=true' })

  expect([status, json.error.code]).toEqual([400, -32602])
  expect((await ask('tasks/get', { taskId })).json.result.status).toBe('working')
  const records = await server.database.forOrganization(tenant, 'read', ({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['operation', 'status', 'code'])
      .where('request_id', '=', headers.get('x-request-id'))
      .execute(),
  )
  expect(records).toEqual([{ operation: 'cancelJob', status: 'rejected', code: 'malformed_request' }])
})
