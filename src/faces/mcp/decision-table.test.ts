import { request as httpRequest } from 'node:http'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { mcpOf, modernMeta, type Sent } from '#test/mcp-client.ts'
import { openServer, type TestServer } from '#test/server.ts'

// One engine is enough (tests.md#one-engine-is-enough).
let server: TestServer
let key: string
let mcp: ReturnType<typeof mcpOf>
const eras = ['modern', 'legacy'] as const

beforeAll(async () => {
  server = await openServer({ ALLOWED_HOSTS: 'content.internal', MCP_ALLOWED_ORIGINS: 'https://chat.example.com' })
  const { cookie } = await server.addOrganization('Acme')
  key = (await server.client.newKey(cookie)).secret
  mcp = mcpOf(server.client, { 'X-API-Key': key })
})
afterAll(() => server.close())

/** A request with any Host, which fetch does not allow. */
function raw(headers: Record<string, string>, method = 'POST'): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const request = httpRequest(`${server.url}/mcp`, { method, headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => void chunks.push(chunk))
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
  })
  request.on('error', reject)
  request.end(method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) : undefined)
  return promise
}

describe('step 1: host and origin', () => {
  const own = () => new URL(server.url).host
  test.each([
    ['localhost', 200],
    ['127.0.0.1:9', 200],
    ['[::1]:3000', 200],
    ['content.internal', 200],
    ['evil.example.com', 403],
    ['localhost.example.com', 403],
    ['a b', 403],
  ])('a request to the host %s is %i', async (host, status) => {
    const answer = await raw({ Host: host, 'X-API-Key': key, 'Content-Type': 'application/json' })

    expect(answer.status).toBe(status)
    if (status === 403) {
      const body = JSON.parse(answer.body) as Record<string, unknown>
      expect(body).toMatchObject({ jsonrpc: '2.0', error: { code: -32000 } })
      expect(body).not.toHaveProperty('id')
    }
  })

  test.each([
    ['https://chat.example.com', 200],
    ['http://localhost:6274', 200],
    ['http://127.0.0.1:1', 200],
    ['https://evil.example.com', 403],
    ['https://chat.example.com.evil.example', 403],
    ['null', 403],
    ['https://chat.example.com/path', 403],
  ])('a page of the origin %s gets %i', async (origin, status) => {
    const answer = await mcp.rpc('ping', {}, { era: 'legacy', headers: { Origin: origin } })

    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe(status === 200 ? origin : null)
    if (status === 200) expect(answer.headers.get('vary')).toContain('Origin')
  })

  test('the host is looked at before the credential', async () => {
    expect((await raw({ Host: 'evil.example.com' })).status).toBe(403)
    expect((await raw({ Host: own() })).status).toBe(401)
  })
})

describe('step 2: preflight', () => {
  test('an allowed origin learns what it may send', async () => {
    const { status, headers, text } = await server.client.send('/mcp', {
      method: 'OPTIONS',
      headers: { Origin: 'https://chat.example.com', 'Access-Control-Request-Method': 'POST' },
    })

    expect([status, text]).toEqual([204, ''])
    expect(headers.get('access-control-allow-methods')).toContain('POST')
    for (const name of ['authorization', 'x-api-key', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'x-mcp-areas'])
      expect(headers.get('access-control-allow-headers')).toContain(name)
  })

  test('another origin learns nothing', async () => {
    const { status } = await server.client.send('/mcp', {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example' },
    })

    expect(status).toBe(403)
  })
})

describe('step 3: the credential', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('%s without one is challenged', async (method) => {
    for (const path of ['/mcp', '/mcp/']) {
      const { status, headers, json } = await server.client.send(path, { method })

      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe(
        `Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp", scope="org:read content:read"`,
      )
      if (method !== 'HEAD') expect(json).toMatchObject({ error: { code: 'unauthenticated', status: 401 } })
    }
  })

  test('a bad key is refused without a bearer challenge, whatever the body is', async () => {
    const { status, headers, json } = await mcpOf(server.client, { 'X-API-Key': 'mh_sk_wrong' }).post('not json')

    expect([status, json.error.code]).toEqual([401, 'api_key_invalid'])
    expect(headers.get('www-authenticate')).toBe('ApiKey realm="masthead", error="invalid_key"')
  })

  test('a bad bearer token gets the challenge of an invalid token', async () => {
    const { status, headers } = await mcpOf(server.client, { Authorization: 'Bearer nothing' }).rpc('ping')

    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata=.*error="invalid_token"/)
  })

  test('a key may come as a bearer token', async () => {
    const { status } = await mcpOf(server.client, { Authorization: `Bearer ${key}` }).rpc('ping', {}, { era: 'legacy' })

    expect(status).toBe(200)
  })

  test('a key in the query is no credential', async () => {
    const { status } = await mcpOf(server.client, {}).rpc('ping', {}, { query: `?api_key=${key}&access_token=${key}` })

    expect(status).toBe(401)
  })

  test('a credential sent twice is malformed', async () => {
    const { status, body } = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      const request = httpRequest(`${server.url}/mcp`, { method: 'POST' }, (response) => {
        response.setEncoding('utf8')
        let text = ''
        response.on('data', (chunk: string) => void (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      })
      request.on('error', reject)
      request.setHeader('X-API-Key', [key, key])
      request.end('{}')
    })

    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'malformed_request' } })
  })
})

test('step 4: above the limit every request is 429 with Retry-After, and the calls are one record', async () => {
  const { cookie, organizationId, userId } = await server.addOrganization('Busy')
  const { secret, id } = await server.client.newKey(cookie)
  await server.database.asIdentity((db) =>
    db.updateTable('auth.api_keys').set({ rate_per_min: 3 }).where('id', '=', id).execute(),
  )
  const busy = mcpOf(server.client, { 'X-API-Key': secret })
  const first = await busy.call('getOrganization')
  await busy.rpc('tools/list')
  await busy.rpc('tools/list')
  // Names that every object has are methods of nobody.
  for (const method of ['constructor', 'toString', '__proto__']) await busy.rpc(method)
  const refused = await busy.call('getOrganization')
  await busy.call('listItems')
  await busy.rpc('tools/list')

  expect(first.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60')
  expect(first.json.result._meta['masthead/rateLimit']).toMatchObject({ limit: 3, remaining: 2 })
  expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=/)

  const after = await server.restart()
  server = after
  mcp = mcpOf(server.client, { 'X-API-Key': key })
  const records = await server.database.forOrganization({ organizationId, userId }, 'read', ({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['operation', 'code', 'occurrences', 'sentence'])
      .where('interface', '=', 'mcp')
      .execute(),
  )
  expect(records).toContainEqual({
    operation: 'getOrganization',
    code: 'rate_limited',
    occurrences: 2,
    sentence: 'Could not make 2 calls, the first of them to get the organization (rate_limited)',
  })
  expect(records).toHaveLength(2)
})

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  'step 5: %s is not a method of the endpoint',
  async (method) => {
    const { status, headers } = await server.client.send('/mcp', { method, headers: { 'X-API-Key': key } })

    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  },
)

describe('step 6: the body', () => {
  test('is JSON by its type', async () => {
    const { status, json } = await mcp.post('{}', { headers: { 'Content-Type': 'text/plain' } })

    expect([status, json.error.code]).toEqual([415, 'unsupported_media_type'])
  })

  test('has at most 4 MiB', async () => {
    const { status, json } = await mcp.post(`"${'x'.repeat(4 * 1024 * 1024)}"`)

    expect([status, json.error.code]).toEqual([413, 'too_large'])
  })

  test.each([
    ['no JSON', '{"jsonrpc":'],
    ['nothing', ''],
    ['not UTF-8', new Blob([Buffer.from([0x22, 0xff, 0x22])])],
  ])('%s is a parse error', async (_what, body) => {
    const { status, json } = await mcp.post(body)

    expect([status, json.error.code]).toEqual([400, -32700])
    expect(json).not.toHaveProperty('id')
  })

  test('may begin with a byte order mark, as on /v2', async () => {
    const { status, json } = await mcp.post('\uFEFF{"jsonrpc":"2.0","id":1,"method":"ping"}')

    expect([status, json]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }])
  })

  test('nests as deep as it likes outside of the arguments', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const { status, json } = await mcp.post(`{"jsonrpc":"2.0","id":1,"method":"ping","extra":${deep}}`)

    expect([status, json]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }])
  })
})

test.each([
  ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], undefined],
  ['an empty batch', [], undefined],
  ['a number', 5, undefined],
  ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }, undefined],
  ['a response', { jsonrpc: '2.0', id: 7, result: {} }, 7],
  ['an id that is null', { jsonrpc: '2.0', id: null, method: 'ping' }, undefined],
  ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, undefined],
  ['an id above 2^53', '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', undefined],
  ['an id below -2^53', '{"jsonrpc":"2.0","id":-9007199254740993,"method":"ping"}', undefined],
  ['an id with a fraction', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, undefined],
  ['parameters by position', { jsonrpc: '2.0', id: 'a', method: 'ping', params: [1] }, 'a'],
])('step 7: %s is an invalid request', async (_what, body, id) => {
  const { status, json } = await mcp.post(body)

  expect([status, json.error.code, json.id]).toEqual([400, -32600, id])
})

test.each([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0, '9007199254740993'])(
  'step 7: the id %j comes back as it is',
  async (id) => {
    const { status, json } = await mcp.post({ jsonrpc: '2.0', id, method: 'ping' })

    expect([status, json]).toEqual([200, { jsonrpc: '2.0', id, result: {} }])
  },
)

describe('steps 8 to 13: the modern era', () => {
  test('a notification is taken, whatever it is about', async () => {
    const { status, text } = await mcp.rpc(
      'notifications/anything',
      {},
      { id: null, headers: { 'Mcp-Method': 'other' } },
    )

    expect([status, text]).toEqual([202, ''])
  })

  const frame = (meta: Record<string, unknown> | undefined, method = 'tools/list', params = {}) => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...params, ...(meta === undefined ? {} : { _meta: meta }) },
  })
  const standard = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' }
  const { 'io.modelcontextprotocol/clientCapabilities': _, ...withoutCapabilities } = modernMeta
  const ofYear = (version: string) => ({ ...modernMeta, 'io.modelcontextprotocol/protocolVersion': version })

  test.each<[string, unknown, Sent['headers'], number, number]>([
    ['10: no version header', frame(modernMeta), { ...standard, 'MCP-Protocol-Version': undefined }, 400, -32020],
    ['11: no version in the body', frame(undefined), standard, 400, -32602],
    [
      '11: no version in the body, an odd one in the header',
      frame({}),
      { ...standard, 'MCP-Protocol-Version': '2099-01-01' },
      400,
      -32022,
    ],
    ['12: header and body differ', frame(ofYear('2099-01-01')), standard, 400, -32020],
    ['12: a body that names an older version', frame(ofYear('2025-11-25')), standard, 400, -32020],
    [
      '12: an unsupported version',
      frame(ofYear('2099-01-01')),
      { ...standard, 'MCP-Protocol-Version': '2099-01-01' },
      400,
      -32022,
    ],
    ['13: no Mcp-Method', frame(modernMeta), { ...standard, 'Mcp-Method': undefined }, 400, -32020],
    ['13: another Mcp-Method', frame(modernMeta), { ...standard, 'Mcp-Method': 'tools/call' }, 400, -32020],
    [
      '13: no Mcp-Name',
      frame(modernMeta, 'tools/call', { name: 'getItem' }),
      { ...standard, 'Mcp-Method': 'tools/call' },
      400,
      -32020,
    ],
    [
      '13: another Mcp-Name',
      frame(modernMeta, 'tools/call', { name: 'getItem' }),
      { ...standard, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'getitem' },
      400,
      -32020,
    ],
    [
      '13: an Mcp-Name that is not ASCII',
      frame(modernMeta, 'tools/call', { name: 'é' }),
      { ...standard, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'é' },
      400,
      -32020,
    ],
    [
      '13: an Mcp-Name that is not canonical',
      frame(modernMeta, 'tools/call', { name: 'a' }),
      { ...standard, 'Mcp-Method': 'tools/call', 'Mcp-Name': '=?base64?YR==?=' },
      400,
      -32020,
    ],
    ['13: no capabilities', frame(withoutCapabilities), standard, 400, -32602],
    [
      '13: no capabilities and no such method',
      frame(withoutCapabilities, 'no/such'),
      { ...standard, 'Mcp-Method': 'no/such' },
      400,
      -32602,
    ],
    ['13: no such method', frame(modernMeta, 'no/such'), { ...standard, 'Mcp-Method': 'no/such' }, 404, -32601],
    ['13: a method of the other era', frame(modernMeta, 'ping'), { ...standard, 'Mcp-Method': 'ping' }, 404, -32601],
    [
      '13: initialize with a modern body',
      frame(modernMeta, 'initialize'),
      { ...standard, 'Mcp-Method': 'initialize' },
      404,
      -32601,
    ],
    [
      '13: logging',
      frame(modernMeta, 'logging/setLevel'),
      { ...standard, 'Mcp-Method': 'logging/setLevel' },
      404,
      -32601,
    ],
  ])('%s', async (_what, body, headers, status, code) => {
    const answer = await mcp.post(body, { headers: headers ?? {} })

    expect([answer.status, answer.json.error.code, answer.json.id]).toEqual([status, code, 1])
    if (code === -32022)
      expect(answer.json.error.data.supported).toEqual([
        '2026-07-28',
        '2025-11-25',
        '2025-06-18',
        '2025-03-26',
        '2024-11-05',
      ])
  })

  test('a name may travel as base64', async () => {
    const encoded = `=?base64?${Buffer.from('masthead://organization').toString('base64')}?=`
    const { status, json } = await mcp.rpc(
      'resources/read',
      { uri: 'masthead://organization' },
      { headers: { 'Mcp-Name': encoded } },
    )

    expect([status, json.result.contents[0].uri]).toEqual([200, 'masthead://organization'])
  })

  test('discovery tells versions, capabilities and instructions', async () => {
    const { status, json } = await mcp.rpc('server/discover')

    expect(status).toBe(200)
    expect(json.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: expect.arrayContaining(['2026-07-28', '2025-11-25', '2024-11-05']),
      capabilities: { tools: { listChanged: true }, prompts: {}, resources: { subscribe: true } },
      serverInfo: { name: 'masthead' },
      ttlMs: 300_000,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'masthead' } },
    })
    expect(json.result.instructions.length).toBeLessThanOrEqual(1500)
    expect(json.result.instructions).toMatch(/org_[0-9a-z]{26}/)
    expect(json.result.instructions).not.toContain('Acme')
  })
})

describe('step 14: the era of initialize', () => {
  test.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2024-11-05'],
    ['2026-07-28', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('a client that asks for %s gets %s', async (protocolVersion, version) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const { status, json, headers } = await mcp.rpc('initialize', params, {
      era: 'legacy',
      headers: { 'MCP-Protocol-Version': protocolVersion, 'Mcp-Session-Id': 'old', 'Last-Event-ID': '4' },
    })

    expect([status, json.result.protocolVersion]).toEqual([200, version])
    expect(json.result.capabilities).toEqual({ tools: {}, prompts: {}, resources: {} })
    expect(headers.get('mcp-session-id')).toBeNull()
  })

  test('a notification is taken', async () => {
    const { status, text } = await mcp.rpc('notifications/initialized', {}, { era: 'legacy', id: null })

    expect([status, text]).toEqual([202, ''])
  })

  test('a version that is not one is the modern error, which names those that are', async () => {
    const { status, json } = await mcp.rpc(
      'tools/list',
      {},
      { era: 'legacy', headers: { 'MCP-Protocol-Version': '1999-01-01' } },
    )

    expect([status, json.error.code, json.error.data.supported.length]).toEqual([400, -32022, 5])
  })

  test.each(['no/such', 'server/discover', 'subscriptions/listen', 'logging/setLevel'])(
    '%s is unknown in a 200',
    async (method) => {
      const { status, json } = await mcp.rpc(method, {}, { era: 'legacy' })

      expect([status, json.error.code]).toEqual([200, -32601])
    },
  )

  test('no field of the newer era is in a result', async () => {
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
      const { json } = await mcp.rpc(method, {}, { era: 'legacy', headers: { 'MCP-Protocol-Version': '2025-06-18' } })

      expect(Object.keys(json.result)).not.toEqual(expect.arrayContaining(['resultType']))
      expect(json.result.ttlMs).toBeUndefined()
    }
  })
})

test('both paths answer, and everything has a request id', async () => {
  for (const era of eras) {
    const { status, headers } = await mcp.rpc('tools/list', {}, { era })
    expect([status, headers.get('x-request-id')?.startsWith('req_')]).toEqual([200, true])
  }
  const { status } = await server.client.send('/mcp/', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  expect(status).toBe(200)
})

test('what Accept says does not matter', async () => {
  for (const accept of ['text/event-stream', 'text/html', 'application/json, text/event-stream']) {
    const { status, headers } = await mcp.call('getOrganization', {}, { headers: { Accept: accept } })

    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  }
})

test('what a refusal repeats of the message has no credential of ours', async () => {
  const secret = `mh_sk_${'x'.repeat(36)}`
  const answers = await Promise.all([
    mcp.rpc('tools/list', {}, { query: `?areas=${secret}` }),
    mcp.rpc('resources/read', { uri: `masthead://items/${secret}` }),
    mcp.rpc('prompts/get', { name: 'planTopics', arguments: { [secret]: 'x' } }),
    mcp.rpc('tools/list', {}, { era: 'legacy', headers: { 'MCP-Protocol-Version': secret } }),
    mcp.call('describeOperation', { names: [secret] }),
    mcp.call('listOperations', { name: secret }),
  ])

  for (const { text } of answers) {
    expect(text).toContain('mh_sk_[redacted]')
    expect(text).not.toContain(secret)
  }
})
