import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { Answer } from '#test/client.ts'
import { openServer, type TestServer } from '#test/server.ts'

type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer | ReadableStream }
type Line = [what: string, path: string, sent: Sent, status: number, code?: string]

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
let key: string
let cookie: string
let organizationId: string
beforeAll(async () => {
  server = await openServer()
  ;({ cookie, organizationId } = await server.addOrganization('Northwind Media'))
  key = (await server.client.newKey(cookie)).secret
  await server.client.call(key, 'createItem', { collectionId: 'articles', title: 'A & B 100% _x' }, {})
})
afterAll(() => server.close())

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const input = (fields: string) => `{"input":{"collectionId":"articles","title":"T"${fields}}}`
const big = 'x'.repeat(4 * 1024 * 1024 + 1)

// Hostile input, one line per kind (tests.md#hostile-inputs-by-table). Calls go to createItem.
const bodies: [what: string, body: string | Buffer, status: number, code: string, detail?: string][] = [
  ['NUL in a string', input(',"excerpt":"a\\u0000b"'), 400, 'malformed_request', 'invalid_characters'],
  ['NUL in a name', input(',"a\\u0000b":1'), 400, 'malformed_request', 'invalid_characters'],
  ['a lone surrogate', input(',"excerpt":"a\\ud800b"'), 400, 'malformed_request', 'invalid_characters'],
  [
    'what is not UTF-8',
    Buffer.from([...Buffer.from('{"input":{"title":"'), 0xff, 0xfe, ...Buffer.from('"}}')]),
    400,
    'malformed_request',
    'invalid_encoding',
  ],
  ['what is not JSON', '{"input":', 400, 'malformed_request', 'invalid_json'],
  ['nothing', '', 400, 'malformed_request', 'invalid_json'],
  ['a list', '[]', 400, 'malformed_request', 'invalid_type'],
  ['a number', '1', 400, 'malformed_request', 'invalid_type'],
  ['null', 'null', 400, 'malformed_request', 'invalid_type'],
  ['no input', '{}', 400, 'malformed_request', 'required'],
  ['an input that is a list', '{"input":[]}', 400, 'malformed_request', 'invalid_type'],
  ['an input that is null', '{"input":null}', 400, 'malformed_request', 'invalid_type'],
  ['an unknown field of the envelope', '{"input":{},"more":1}', 400, 'malformed_request', 'unknown_field'],
  ['__proto__ in the envelope', '{"input":{},"__proto__":{"polluted":1}}', 400, 'malformed_request', 'unknown_field'],
  [
    'constructor in the envelope',
    '{"input":{},"constructor":{"prototype":{}}}',
    400,
    'malformed_request',
    'unknown_field',
  ],
  ['__proto__ in the input', input(',"__proto__":{"polluted":1}'), 422, 'validation_failed'],
  ['constructor in the input', input(',"constructor":{"prototype":{"polluted":1}}'), 422, 'validation_failed'],
  ['an unknown field', input(',"more":1'), 422, 'validation_failed'],
  ['nesting of 65 levels', deep(65), 400, 'malformed_request', 'too_deep'],
  ['nesting of 200,000 levels', '['.repeat(200_000), 400, 'malformed_request', 'too_deep'],
  ['nesting in a value', input(`,"schemaJsonLd":${deep(70)}`), 400, 'malformed_request', 'too_deep'],
  ['more than 4 MiB', big, 413, 'too_large'],
  ['a slug of 201 characters', input(`,"slug":"${'a'.repeat(201)}"`), 422, 'validation_failed'],
  [
    'a URL of 2,049 characters',
    input(`,"canonicalUrl":"https://example.com/${'a'.repeat(2029)}"`),
    422,
    'validation_failed',
  ],
  ['a time without end', input(',"status":"scheduled","publishAt":"infinity"'), 422, 'validation_failed'],
  [
    'a time in the year 275760',
    input(',"status":"scheduled","publishAt":"+275760-09-13T00:00:00Z"'),
    422,
    'validation_failed',
  ],
  ['a time that is not ISO 8601', input(',"status":"scheduled","publishAt":"tomorrow"'), 422, 'validation_failed'],
  ['a text that is a number', '{"input":{"collectionId":"articles","title":1e400}}', 422, 'validation_failed'],
  ['an unknown collection', '{"input":{"collectionId":"../../etc","title":"T"}}', 404, 'not_found'],
  [
    'HTML nested deeper than its limit',
    input(`,"contentFormat":"html","content":"${'<div>'.repeat(2000)}"`),
    422,
    'validation_failed',
  ],
]

describe('/v2 and /app', () => {
  test.each(bodies)('refuse %s', async (_what, body, status, code, detail) => {
    const headers = { 'Content-Type': 'application/json' }
    const agent = await server.client.send('/v2/tools/createItem', {
      method: 'POST',
      headers: { ...headers, 'X-API-Key': key },
      body,
    })
    const person = await server.client.send('/app/operations/createItem', {
      method: 'POST',
      headers: { ...headers, Cookie: cookie },
      body,
    })

    for (const answer of [agent, person]) {
      expectRefusal(answer, status, code)
      if (detail !== undefined) expect(answer.json.error.details[0].code).toBe(detail)
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    await expectAlive()
  })

  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"input":{}}' }
  const lines: Line[] = [
    [
      'another content type',
      '/v2/tools/listItems',
      { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' },
      415,
      'unsupported_media_type',
    ],
    [
      'a compressed body',
      '/v2/tools/listItems',
      { ...post, headers: { ...post.headers, 'Content-Encoding': 'gzip' }, body: gzipSync('{"input":{}}') },
      415,
      'unsupported_media_type',
    ],
    [
      'no content type',
      '/v2/tools/listItems',
      { method: 'POST', headers: { 'Content-Type': '' }, body: Buffer.from('{}') },
      415,
      'unsupported_media_type',
    ],
    ['an unknown operation', '/v2/tools/dropEverything', post, 404, 'unknown_operation'],
    [
      'an unknown operation with a broken body',
      '/v2/tools/dropEverything',
      { ...post, body: '{' },
      404,
      'unknown_operation',
    ],
    ['an unknown operation of any length', `/v2/tools/${'x'.repeat(10_000)}`, post, 404, 'unknown_operation'],
    ['an undecodable name', '/v2/tools/%ff', post, 404, 'unknown_operation'],
    ['a broken name', '/v2/tools/%E0%A4%A', post, 404, 'unknown_operation'],
    ['NUL in a name', '/v2/tools/list%00Items', post, 404, 'unknown_operation'],
    ['a path within the name', '/v2/tools/..%2f..%2fetc', post, 404, 'unknown_operation'],
    ['the name of a property of every object', '/v2/tools/constructor', post, 404, 'unknown_operation'],
    ['__proto__ as a name', '/v2/tools/__proto__', post, 404, 'unknown_operation'],
    ['no name', '/v2/tools/', post, 404, 'unknown_operation'],
    ['an operation that is not for agents', '/v2/tools/createApiKey', post, 403, 'operation_excluded'],
    ['another path', '/v2/whatever', post, 404, 'not_found'],
    ['another method', '/v2/tools/listItems', { method: 'GET' }, 405, 'method_not_allowed'],
    ['another method of discovery', '/v2/tools', { method: 'PUT', body: '{}' }, 405, 'method_not_allowed'],
    ['a filter that is none', '/v2/tools?risk=any', {}, 422, 'validation_failed'],
    [
      'a key that is too long',
      '/v2/tools/listItems',
      { ...post, headers: { ...post.headers, 'Idempotency-Key': 'k'.repeat(256) } },
      400,
      'malformed_request',
    ],
    [
      'a key with a blank',
      '/v2/tools/listItems',
      { ...post, headers: { ...post.headers, 'Idempotency-Key': 'a b' } },
      400,
      'malformed_request',
    ],
    ['a path of the web application', '/app/whatever', post, 404, 'not_found'],
    ['a path below an endpoint', '/mcp/nothing', post, 404, 'not_found'],
    ['a later path', '/.well-known/nothing', {}, 404, 'not_found'],
  ]
  test.each(lines)('answer %s as documented', async (_what, path, sent, status, code) => {
    const { client } = server
    const headers = Object.fromEntries(
      Object.entries({ ...sent.headers, 'X-API-Key': key }).filter(([, value]) => value !== ''),
    )

    expectRefusal(await client.send(path, { ...sent, headers } as RequestInit), status, code)
  })

  test.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', '9007199254740993'],
    ['page', '1e400'],
    ['page', '"1"'],
    ['pageSize', '101'],
    ['pageSize', '0'],
    ['status', '"any"'],
    ['collectionId', '[]'],
    ['search', `"${'x'.repeat(2049)}"`],
  ])('lists refuse %s %.20s', async (name, value) => {
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': key }
    const body = `{"input":{"${name}":${value}}}`

    expectRefusal(
      await server.client.send('/v2/tools/listItems', { method: 'POST', headers, body }),
      422,
      'validation_failed',
    )
  })

  test('a page far beyond the end is empty, and search text is literal', async () => {
    expect(await listed({ page: 1_000_000_000, pageSize: 100 })).toMatchObject({ items: [], total: 1 })
    for (const search of ['%', '_x', '100% _', 'a & b', 'a & & b'])
      expect((await listed({ search })).total, search).toBe(1)
    for (const search of ['a%b', 'x_', '\\', "'", '"', '%%', '(', '[a', '*'])
      expect((await listed({ search })).total, search).toBe(0)
  })

  test('of two equal names in JSON the last counts', async () => {
    const body = '{"input":{"page":0},"input":{"page":1}}'
    const { status } = await server.client.send('/v2/tools/listItems', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
      body,
    })
    expect(status).toBe(200)
  })

  test('a body without an announced length is counted while it is read', async () => {
    const part = 'x'.repeat(64 * 1024)
    const chunks = `${part.length.toString(16)}\r\n${part}\r\n`
    const answer = await raw(
      `POST /v2/tools/createItem HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      chunks.repeat(70),
    )

    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toContain('"code":"too_large"')
    expect(answer).toMatch(/connection: close/i)
  })

  test.each([
    'Idempotency-Key: a\r\nIdempotency-Key: b',
    'X-API-Key: other',
    'Authorization: Bearer a\r\nAuthorization: Bearer b',
  ])('a header sent twice is refused: %s', async (twice) => {
    const own = twice.startsWith('Authorization') ? '' : `X-API-Key: ${key}\r\n`
    const answer = await raw(
      `POST /v2/tools/listItems HTTP/1.1\r\nHost: x\r\n${own}${twice}\r\nContent-Type: application/json\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{"input":{}}`,
    )

    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('"code":"malformed_request"')
  })

  test('another site cannot use the cookie', async () => {
    for (const from of [{ Origin: 'https://evil.test' }, { 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'null' }]) {
      const headers = { ...from }
      expectRefusal(
        await server.client.inApp(cookie, 'listItems', {}, { headers: headers as never }),
        403,
        'cross_origin',
      )
    }
  })

  test('every refused call of the organization is one record, its operation cut to 100 characters', async () => {
    const { operation } = await server.database.forOrganization({ organizationId: organizationId }, 'read', ({ db }) =>
      db.selectFrom('audit_record').select('operation').where('operation', 'like', 'xxxx%').executeTakeFirstOrThrow(),
    )
    expect(operation).toBe('x'.repeat(100))
  })
})

describe('/v1', () => {
  const refused: [path: string, status: number, names?: string][] = [
    ...['1e400', '9007199254740993000', '-1', '0', '0x10', '%201%20', '1.0', '1e3', 'x', '%ff'].map(
      (value): [string, number, string] => [`articles?page=${value}`, 400, 'page'],
    ),
    ...['0', '101', '1e2', '-5'].map((value): [string, number, string] => [
      `articles?per_page=${value}`,
      400,
      'per_page',
    ]),
    ['articles?offset=-1', 400, 'offset'],
    ['articles?orderby=secret', 400, 'orderby'],
    ['articles?orderby=title;drop', 400, 'orderby'],
    ['articles?order=up', 400, 'order'],
    ['articles?status=any', 400, 'status'],
    ['articles?include=secrets', 400, 'include'],
    [`articles?search=${'x'.repeat(2049)}`, 400, 'search'],
    ['articles/%00', 404],
    ['articles/%ff', 404],
    ['articles/%E0%A4%A', 404],
    ['articles/itm_00000000000000000000000000', 404],
    [`articles/${'x'.repeat(5000)}`, 404],
    ['articles/a%2fb', 404],
    ['articles/__proto__', 404],
    ['collections/constructor', 404],
    ['collections/nothing/items', 404],
    ['media/other-1', 400],
    ['media/post-nothing', 404],
    ['nothing', 404],
    ['', 404],
  ]
  test.each(refused)('%.60s is %d', async (path, status, names) => {
    const { status: answered, json } = await server.client.send(`/v1/${organizationId}/${path}`)

    expect(answered).toBe(status)
    expectProblem(json, status)
    if (names !== undefined) expect(json.errors[0].detail).toContain(names)
  })

  test.each([
    '/v1',
    '/v1/',
    '/v1/nobody/articles',
    '/v1/%ff/articles',
    '/v1/%00',
    '/v1/org_00000000000000000000000000/articles',
  ])('%s is 404', async (path) => {
    const { status, json } = await server.client.send(path)

    expect(status).toBe(404)
    expectProblem(json, 404)
  })

  test('other methods are 405', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, json, headers } = await server.client.send(`/v1/${organizationId}/articles`, { method })
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expectProblem(json, 405)
    }
  })

  test('what means nothing changes nothing', async () => {
    const plain = await fives('')
    for (const query of ['&__proto__=1', '&constructor=1', '&x=%ff', '&per_page=7', '&page='])
      expect([query, (await fives(query)).json.meta]).toEqual([query, plain.json.meta])
    for (const query of ['&filter[x]=1', '&page[number]=9']) expectProblem((await fives(query)).json, 400)
    expect((await fives('&search=a%00b')).json.data).toEqual([])
    expect((await fives('&search=%ff')).json.data).toEqual([])
    expect((await fives('&page=999999999999999')).json.data).toEqual([])
  })
})

describe('the HTTP server', () => {
  test.each([
    [
      'a length sent twice',
      'POST /v2/tools/listItems HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      400,
    ],
    [
      'a length beside chunks',
      'POST /v2/tools/listItems HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['no host', 'GET /v2/tools HTTP/1.1\r\n\r\n', 400],
    ['what is not HTTP', 'hello\r\n\r\n', 400],
    ['a path over 16 KB', `GET /v2/${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['headers over 16 KB', `GET /v1/x HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
  ])('refuses %s', async (_what, text, status) => {
    expect(await raw(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    await expectAlive()
  })

  test('an unknown method meets the answer of the path', async () => {
    expect(await propfind(`/v1/${organizationId}/articles`)).toMatch(/^HTTP\/1.1 405 [^]*"errors":/)
    expect(await propfind('/v2/tools')).toMatch(/^HTTP\/1.1 405 [^]*"method_not_allowed"/)
    expect(await propfind('/app/session')).toMatch(/^HTTP\/1.1 405 [^]*"method_not_allowed"/)
  })
})

test('through all of this no call failed in the server', async () => {
  const lines = (await server.logged())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

  expect(lines.length).toBeGreaterThan(100)
  expect(lines.filter(({ level, status }) => level === 'error' || status >= 500)).toEqual([])
})

function expectRefusal({ status, json, headers, text }: Answer, expected: number, code: string | undefined): void {
  expect([status, json?.error?.code], text.slice(0, 300)).toEqual([expected, code])
  const { details: _, ...error } = json.error
  expect(error).toEqual({ code, message: expect.stringMatching(/\w/), status, requestId: headers.get('x-request-id') })
  expect(Object.keys(json)).toEqual(['error'])
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
}

function expectProblem(json: unknown, status: number): void {
  expect(json).toEqual({ errors: [{ status: String(status), title: expect.any(String), detail: expect.any(String) }] })
}

async function expectAlive(): Promise<void> {
  expect((await server.client.call(key, 'listCollections', {})).status).toBe(200)
}

async function listed(fields: object): Promise<{ items: unknown[]; total: number }> {
  return (await server.client.call(key, 'listItems', fields)).json.result
}

/** A list of five, with further parameters. */
function fives(query: string): Promise<Answer> {
  return server.client.send(`/v1/${organizationId}/articles?per_page=5${query}`)
}

function propfind(path: string): Promise<string> {
  return raw(`PROPFIND ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`)
}

/** Sends bytes as they are and reads to the end of the connection. */
async function raw(...parts: string[]): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  for (const part of parts) socket.write(part)
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += String(chunk)
  return text
}

test('on a full disk reads go on, their records follow, and nothing is changed', async () => {
  const { client } = server
  const records = async () => {
    const { json } = await client.inApp(cookie, 'listAgentAuditLog', { operation: 'listCollections' })
    return json.result.total
  }
  await server.asOwner(`create function app.no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger no_space before insert on app.audit_record for each row execute function app.no_space()`)
  const read = await client.call(key, 'listCollections', {})
  const write = await client.call(key, 'createItem', { collectionId: 'articles', title: 'No room' })
  const before = await records()
  await server.asOwner('drop trigger no_space on app.audit_record; drop function app.no_space()')

  expect([read.status, read.json.result.total > 0]).toEqual([200, true])
  expectRefusal(write, 503, 'unavailable')
  expect(await server.logged()).toContain('audit_record_waits')
  await client.call(key, 'listItems', {})
  await expect.poll(records).toBe(before + 1)
})
