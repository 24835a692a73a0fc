import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { mcpOf, type Sent } from '#test/mcp-client.ts'
import { openServer, type TestServer } from '#test/server.ts'

// One engine is enough (tests.md#one-engine-is-enough).
let server: TestServer
let key: string
let cookie: string
let tenant: { organizationId: string; userId: string }
let mcp: ReturnType<typeof mcpOf>
const eras = ['modern', 'legacy'] as const

beforeAll(async () => {
  server = await openServer()
  const made = await server.addOrganization('Acme')
  cookie = made.cookie
  tenant = { organizationId: made.organizationId, userId: made.userId }
  key = (await server.client.newKey(cookie)).secret
  mcp = mcpOf(server.client, { 'X-API-Key': key })
})
afterAll(() => server.close())

const errorOf = (answer: Awaited<ReturnType<typeof mcp.call>>) => {
  const { isError, content, structuredContent } = answer.json.result
  expect([answer.status, isError, content.length, structuredContent]).toEqual([200, true, 1, undefined])
  return JSON.parse(content[0].text).error
}
const tag = (name: string) => ({ taxonomy: 'tag', name })
const records = (operation: string) =>
  server.database.forOrganization(tenant, 'read', ({ db }) =>
    db
      .selectFrom('audit_record')
      .selectAll()
      .where('operation', '=', operation)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )

/** A client with a key that has just expired. */
async function withExpiredKey() {
  const { secret, id } = await server.client.newKey(cookie)
  const expired = { expires_at: new Date(Date.now() - 1000) }
  await server.database.asIdentity((db) => db.updateTable('auth.api_keys').set(expired).where('id', '=', id).execute())
  return mcpOf(server.client, { 'X-API-Key': secret })
}

describe('a success', () => {
  test('is what /v2 answers as result, as text and as structured content', async () => {
    const rest = await server.client.call(key, 'getOrganization', {})
    for (const era of eras) {
      const { status, json, headers } = await mcp.call('getOrganization', {}, { era })

      expect(status).toBe(200)
      expect(json.result.structuredContent).toEqual(rest.json.result)
      expect(json.result.content).toEqual([{ type: 'text', text: JSON.stringify(rest.json.result) }])
      expect(json.result.isError).toBeUndefined()
      expect(json.result.resultType).toBe(era === 'modern' ? 'complete' : undefined)
      expect(json.result._meta['masthead/requestId']).toBe(headers.get('x-request-id'))
      expect(json.result._meta['masthead/rateLimit']).toMatchObject({ limit: 1200 })
    }
  })

  test('keeps the id as it was sent', async () => {
    for (const id of ['a', 'é"\u2028', 0, -1, 2 ** 53 - 1]) {
      const { json } = await mcp.call('getOrganization', {}, { id })
      expect(json.id).toBe(id)
    }
  })

  test('takes no arguments as none', async () => {
    const { json } = await mcp.rpc('tools/call', { name: 'getOrganization' })

    expect(json.result.structuredContent.name).toBe('Acme')
  })

  test('is packed when it is large', async () => {
    const { headers, json } = await mcp.call('listOperations', {}, { headers: { 'Accept-Encoding': 'gzip' } })

    expect(headers.get('content-encoding')).toBe('gzip')
    expect(json.result.structuredContent.operations.length).toBeGreaterThan(20)
  })
})

describe('the frame of a call', () => {
  test.each([[[]], ['text'], [5], [null], [true]])('arguments %j are no object', async (given) => {
    for (const era of eras) {
      const { status, json } = await mcp.rpc('tools/call', { name: 'getOrganization', arguments: given }, { era })

      expect([status, json.error.code]).toEqual([200, -32602])
      expect(json.error.data).toMatchObject({ error: { code: 'malformed_request' } })
    }
  })

  test('an unknown tool is an error of the protocol, and has its record', async () => {
    for (const era of eras) {
      const { status, json } = await mcp.call(`noSuchTool${'x'.repeat(200)}`, {}, { era })

      expect([status, json.error.code, json.error.data.error.code]).toEqual([200, -32602, 'unknown_operation'])
      expect(json.error.data.error.requestId).toMatch(/^req_/)
    }
    const found = await records(`noSuchTool${'x'.repeat(90)}`)
    expect(found.map(({ status, scope, risk, code }) => [status, scope, risk, code])).toEqual([
      ['rejected', null, null, 'unknown_operation'],
      ['rejected', null, null, 'unknown_operation'],
    ])
  })

  test('an unknown tool whose name is close to another one proposes that one, and never one that agents do not get', async () => {
    const messageOf = async (name: string) => {
      const { message, data } = (await mcp.call(name, {})).json.error
      // Hosts show the message and not the data.
      expect(message).toBe(data.error.message)
      return message
    }

    expect(await messageOf('list_item')).toBe(
      'There is no operation with this name. Did you mean "listItems"? listOperations lists them.',
    )
    expect(await messageOf('createApiKeys')).not.toContain('createApiKey"')
  })

  test.each([
    ['createApiKey', 'credential_secret_creation'],
    ['impersonateUser', 'impersonation'],
    ['sqlQuery', 'raw_data_access'],
  ])('%s is excluded, and the result says where a person does it', async (name, category) => {
    const error = errorOf(await mcp.call(name))

    expect(error).toMatchObject({
      code: 'operation_excluded',
      status: 403,
      details: { category, instead: expect.any(String) },
    })
  })

  test('a legacy call without a name is refused', async () => {
    const { json } = await mcp.rpc('tools/call', { arguments: {} }, { era: 'legacy' })

    expect(json.error.code).toBe(-32602)
  })
})

describe('refusals of a call', () => {
  test('bad input names each argument and what is allowed', async () => {
    const error = errorOf(await mcp.call('listItems', { pageSize: 500, status: 'odd', extra: 1 }))

    expect(error).toMatchObject({ code: 'validation_failed', status: 422 })
    expect(error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      '/input/extra',
      '/input/pageSize',
      '/input/status',
    ])
  })

  test('arguments that are wrapped as on /v2 are refused with the flat form', async () => {
    const error = errorOf(await mcp.call('listItems', { input: { pageSize: 5 } }))

    expect(error.code).toBe('validation_failed')
    expect(error.message).toContain('directly')
    expect(error.details).toMatchObject([{ path: '/input/input' }])
  })

  test('a key without the scope, and a role without it, are error results', async () => {
    const { secret } = await server.client.newKey(cookie, { scopes: ['org:read'] })
    const narrow = mcpOf(server.client, { 'X-API-Key': secret })

    const error = errorOf(await narrow.call('listItems'))

    expect(error).toMatchObject({
      code: 'insufficient_scope',
      status: 403,
      details: { requiredScopes: ['content:read'], grantedScopes: ['org:read'], howToFix: expect.any(String) },
    })
  })

  test('a call of which too many wait is 429 of HTTP, as on /v2, and says when to repeat it', async () => {
    const full = await server.addOrganization('Full')
    const { secret } = await server.client.newKey(full.cookie)
    await server.database.forOrganization(full, 'write', ({ db }) =>
      sql`insert into app.job (organization_id, id, kind, state, scope, input, actor, user_id, request_id)
        select ${full.organizationId}, 'job_' || lpad(n::text, 26, '0'), 'sample', 'running', 'content:read', '{}', '{}', ${full.userId}, 'req_x'
        from generate_series(1, 1000) as n`.execute(db),
    )

    const refused = await mcpOf(server.client, { 'X-API-Key': secret }).call('exportItems', { format: 'jsonl' })
    const byRest = await server.client.call(secret, 'exportItems', { format: 'jsonl' })

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(refused.json).toEqual({ error: { ...byRest.json.error, requestId: refused.headers.get('x-request-id') } })
    expect([byRest.status, byRest.headers.get('retry-after'), byRest.json.error.code]).toEqual([
      429,
      '60',
      'rate_limited',
    ])
  })

  test('a missing confirmation says what would happen; only true confirms', async () => {
    for (const confirm of [undefined, 'true', 1, {}, false]) {
      const error = errorOf(await mcp.call('deleteItem', { id: 'itm_01k9x8f0000000000000000000', confirm }))

      expect(error).toMatchObject({ code: 'confirmation_required', status: 428, details: { operation: 'deleteItem' } })
    }
    const confirmed = errorOf(await mcp.call('deleteItem', { id: 'itm_01k9x8f0000000000000000000', confirm: true }))
    expect(confirmed.code).toBe('not_found')
  })

  test.each([
    ['a NUL', '"name":"a\\u0000b"', '/input/name', 'invalid_characters'],
    ['a lone surrogate', '"name":"a\\ud800"', '/input/name', 'invalid_characters'],
    ['a NUL in a key', '"a\\u0000b":1', '/input/a\u{fffd}b', 'invalid_characters'],
    ['deep nesting', `"name":${'['.repeat(100_000)}${']'.repeat(100_000)}`, '', 'too_deep'],
    ['nesting of 64', `"name":${'['.repeat(63)}${']'.repeat(63)}`, '', 'too_deep'],
  ])('%s in the arguments is malformed', async (_what, field, path, code) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"createTaxonomyTerm","arguments":{"taxonomy":"tag",${field}}}}`

    const answer = await mcp.post(body)

    expect(errorOf(answer)).toMatchObject({ code: 'malformed_request', status: 400, details: [{ path, code }] })
  })

  test('nesting that /v2 takes is taken here', async () => {
    const deep = JSON.parse(`${'['.repeat(62)}${']'.repeat(62)}`)
    const here = errorOf(await mcp.call('createTaxonomyTerm', { name: deep }))
    const there = await server.client.call(key, 'createTaxonomyTerm', { name: deep })

    expect([here.code, there.json.error.code]).toEqual(['validation_failed', 'validation_failed'])
  })

  test('keys that would pollute a prototype are unknown fields', async () => {
    const answer = await mcp.post(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"listItems","arguments":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}}',
    )

    expect(errorOf(answer).code).toBe('validation_failed')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('idempotency', () => {
  test('a key finds its answer on either door, marked as a replay', async () => {
    const first = await mcp.call('createTaxonomyTerm', { ...tag('First'), idempotencyKey: 'k-1' })
    const again = await mcp.call('createTaxonomyTerm', { idempotencyKey: '"k-1"', ...tag('First') }, { era: 'legacy' })
    const rest = await server.client.call(key, 'createTaxonomyTerm', tag('First'), { idempotencyKey: 'k-1' })
    const restFirst = await server.client.call(key, 'createTaxonomyTerm', tag('Second'), { idempotencyKey: 'k-2' })
    const here = await mcp.call('createTaxonomyTerm', tag('Second'), { meta: { 'masthead/idempotencyKey': 'k-2' } })

    expect(first.json.result._meta['masthead/idempotentReplayed']).toBeUndefined()
    expect(again.json.result._meta['masthead/idempotentReplayed']).toBe(true)
    expect(again.json.result.structuredContent).toEqual(first.json.result.structuredContent)
    expect(rest.headers.get('idempotent-replayed')).toBe('true')
    expect(rest.json.result).toEqual(first.json.result.structuredContent)
    expect(here.json.result.structuredContent).toEqual(restFirst.json.result)
    expect(here.json.result._meta['masthead/idempotentReplayed']).toBe(true)
  })

  test('the same key for another call is refused', async () => {
    await mcp.call('createTaxonomyTerm', { ...tag('Third'), idempotencyKey: 'k-3' })

    expect(errorOf(await mcp.call('createTaxonomyTerm', { ...tag('Fourth'), idempotencyKey: 'k-3' })).code).toBe(
      'idempotency_key_reused',
    )
  })

  test('the header is ignored here: clients send it with every call', async () => {
    const header: Sent = { headers: { 'Idempotency-Key': 'k-4' } }
    const one = await mcp.call('createTaxonomyTerm', tag('Fifth'), header)
    const two = await mcp.call('createTaxonomyTerm', tag('Sixth'), header)

    expect(one.json.result.structuredContent.term.name).toBe('Fifth')
    expect(two.json.result.structuredContent.term.name).toBe('Sixth')
  })

  test.each([
    ['two that differ', { idempotencyKey: 'a' }, { 'masthead/idempotencyKey': 'b' }],
    ['an empty one', { idempotencyKey: '' }, {}],
    ['one with a blank', { idempotencyKey: 'a b' }, {}],
    ['a long one', { idempotencyKey: 'x'.repeat(256) }, {}],
    ['a number', { idempotencyKey: 5 }, {}],
    ['one in _meta that is no text', {}, { 'masthead/idempotencyKey': {} }],
  ])('%s is malformed', async (_what, given, meta) => {
    expect(errorOf(await mcp.call('createTaxonomyTerm', { ...tag('No'), ...given }, { meta })).code).toBe(
      'malformed_request',
    )
  })

  test('one value in both places is one key', async () => {
    const { json } = await mcp.call(
      'createTaxonomyTerm',
      { ...tag('Both'), idempotencyKey: 'k-5' },
      { meta: { 'masthead/idempotencyKey': 'k-5' } },
    )

    expect(json.result.structuredContent.term.name).toBe('Both')
  })

  test('of parallel calls with one key one has the effect, the others replay it or say that it runs', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => mcp.call('createTaxonomyTerm', { ...tag('Race'), idempotencyKey: 'k-6' })),
    )

    const done = answers.filter(({ json }) => json.result.isError === undefined)
    const effects = done.filter(({ json }) => json.result._meta['masthead/idempotentReplayed'] !== true)
    expect(effects).toHaveLength(1)
    for (const answer of answers.filter(({ json }) => json.result.isError)) {
      expect(errorOf(answer).code).toBe('idempotency_in_progress')
      expect(answer.json.result._meta['masthead/retryAfter']).toBe(1)
      expect(answer.headers.get('retry-after')).toBe('1')
    }
  })
})

describe('a rehearsal', () => {
  test('answers what would change, marked, without effect and without its key', async () => {
    const { json } = await mcp.call('createTaxonomyTerm', { ...tag('Rehearsed'), dryRun: true, idempotencyKey: 'k-7' })
    const real = await mcp.call('createTaxonomyTerm', { ...tag('Rehearsed'), idempotencyKey: 'k-7' })

    expect(json.result._meta['masthead/dryRun']).toBe(true)
    expect(json.result.structuredContent.term.name).toBe('Rehearsed')
    expect(real.json.result._meta['masthead/idempotentReplayed']).toBeUndefined()
    expect(real.json.result._meta['masthead/dryRun']).toBeUndefined()
  })

  test('does not read its key on either door, whatever is in it', async () => {
    const twice = { 'masthead/idempotencyKey': 'b' }
    const given = { ...tag('Unread'), dryRun: true, idempotencyKey: 'a b' }
    const { json } = await mcp.call('createTaxonomyTerm', given, { meta: twice })
    const rest = await server.client.call(key, 'createTaxonomyTerm', tag('Unread'), {
      dryRun: true,
      idempotencyKey: 'a b',
    })

    expect(json.result.structuredContent).toMatchObject({ term: { name: 'Unread' } })
    expect([rest.status, rest.json.dryRun]).toEqual([200, true])
  })

  test.each([['yes'], [null], [0]])('%j is neither true nor false, on both doors', async (dryRun) => {
    const input = tag('Neither')
    const rest = await server.client.send('/v2/tools/createTaxonomyTerm', {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ input, dryRun }),
    })

    const refusals = [errorOf(await mcp.call('createTaxonomyTerm', { ...input, dryRun })), rest.json.error]
    expect(refusals.map(({ code }) => code)).toEqual(['malformed_request', 'malformed_request'])
  })
})

describe('the record of a call', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

  test('says which agent called, by which protocol, in which trace', async () => {
    const modern = await mcp.call('listCollections', {}, { meta: { traceparent } })
    const legacy = await mcp.call(
      'listCollections',
      {},
      { era: 'legacy', headers: { 'User-Agent': 'old-agent/2', 'MCP-Protocol-Version': '2025-06-18', traceparent } },
    )

    const shown = async (answer: typeof modern) => {
      const requestId = answer.json.result._meta['masthead/requestId']
      return (await mcp.call('getAgentAuditRecord', { requestId })).json.result.structuredContent.record
    }
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    expect(await shown(modern)).toMatchObject({
      interface: 'mcp',
      status: 'succeeded',
      clientVersion: 'test-client 1.2.3',
      protocol: '2026-07-28',
      traceId,
    })
    expect(await shown(legacy)).toMatchObject({ clientVersion: 'old-agent/2', protocol: '2025-06-18', traceId })
  })

  test('takes hostile claims as text of a bounded length', async () => {
    const clientInfo = { name: 'a\0b'.repeat(100), version: '\ud800' }
    const { json } = await mcp.call(
      'listCollections',
      {},
      { meta: { 'io.modelcontextprotocol/clientInfo': clientInfo, traceparent: 'odd' } },
    )

    const { record } = (await mcp.call('getAgentAuditRecord', { requestId: json.result._meta['masthead/requestId'] }))
      .json.result.structuredContent
    expect(record.clientVersion).toHaveLength(100)
    expect(record).not.toHaveProperty('traceId')
  })

  test('of the catalog tool is written on both doors', async () => {
    const before = (await records('listOperations')).length
    await mcp.call('listOperations', { area: 'content' })
    await mcp.call('listOperations', { area: 5 })
    await server.client.call(key, 'listOperations', {})

    const written = (await records('listOperations')).slice(before)
    expect(written.map(({ interface: door, status, scope, risk }) => [door, status, scope, risk])).toEqual([
      ['mcp', 'succeeded', null, 'read'],
      ['mcp', 'rejected', null, 'read'],
      ['rest', 'succeeded', null, 'read'],
    ])
  })

  test('is not written for what runs no operation', async () => {
    const count = () =>
      server.database.forOrganization(tenant, 'read', ({ db }) =>
        db
          .selectFrom('audit_record')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      )
    const before = await count()
    await mcp.rpc('tools/list')
    await mcp.rpc('server/discover')
    await mcp.rpc('initialize', { protocolVersion: '2025-06-18' }, { era: 'legacy' })
    await mcp.rpc('notifications/initialized', {}, { era: 'legacy', id: null })
    await mcp.rpc('prompts/list')

    expect(await count()).toEqual(before)
  })

  test('is written for a call with an expired key', async () => {
    const before = (await records('getOrganizationSettings')).length
    const expired = await withExpiredKey()

    const answer = await expired.call('getOrganizationSettings')
    await expired.rpc('tools/list')

    expect([answer.status, answer.json.error.code]).toEqual([401, 'api_key_expired'])
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey realm="masthead", error="expired_key"')
    expect((await records('getOrganizationSettings')).slice(before)).toMatchObject([
      { status: 'rejected', code: 'api_key_expired' },
    ])
  })

  test('names the operation that a tool of search mode was to run, with an expired key too', async () => {
    const before = (await records('getOrganizationSettings')).length
    const expired = await withExpiredKey()

    await expired.call('runReadOperation', { operation: 'getOrganizationSettings' }, { query: '?mode=search' })

    expect((await records('getOrganizationSettings')).slice(before)).toMatchObject([
      { status: 'rejected', code: 'api_key_expired' },
    ])
    expect(await records('runReadOperation')).toEqual([])
  })
})

describe('listOperations', () => {
  test('gives all entries without schemas, within what clients take', async () => {
    const { json, text } = await mcp.call('listOperations')

    const { operations, catalogVersion } = json.result.structuredContent
    expect(catalogVersion).toMatch(/^[0-9a-f]{16}$/)
    expect(operations.length).toBeGreaterThan(20)
    expect(operations[0]).not.toHaveProperty('inputSchema')
    expect(json.result.content[0].text.length).toBeLessThan(60_000)
    expect(text.length).toBeLessThan(130_000)
  })

  test('gives one entry as discovery does', async () => {
    const { json } = await mcp.call('listOperations', { name: 'updateItem' })
    const discovered = await server.client.send('/v2/tools', { headers: { 'X-API-Key': key } })

    const entry = discovered.json.operations.find(({ name }: { name: string }) => name === 'updateItem')
    expect(json.result.structuredContent.operations).toEqual([entry])
  })

  test('finds words wherever they are, as discovery does', async () => {
    const { json } = await mcp.call('listOperations', { search: 'item  publish' })
    const discovered = await server.client.send('/v2/tools?search=item++publish', { headers: { 'X-API-Key': key } })

    const namesOf = (operations: { name: string }[]) => operations.map(({ name }) => name)
    expect(namesOf(json.result.structuredContent.operations)).toContain('publishItem')
    expect(namesOf(json.result.structuredContent.operations)).toEqual(namesOf(discovered.json.operations))
  })

  test('needs no scope, and tells what is allowed', async () => {
    const { secret } = await server.client.newKey(cookie, { scopes: ['audit:read'] })
    const { json } = await mcpOf(server.client, { 'X-API-Key': secret }).call('listOperations', { name: 'getItem' })

    expect(json.result.structuredContent.operations).toMatchObject([
      { allowed: false, notAllowedBecause: expect.any(String) },
    ])
  })
})

test.each([
  ['listOperations', {}],
  ['searchOperations', { query: 'item' }],
])('%s refuses an unknown area with those that there are, as discovery does', async (name, given) => {
  const discovered = await server.client.send('/v2/tools?area=contents', { headers: { 'X-API-Key': key } })
  const { code, message, details } = errorOf(await mcp.call(name, { ...given, area: 'contents' }))

  expect([code, message]).toEqual(['validation_failed', discovered.json.error.message])
  expect(details).toEqual([{ path: '/input/area', message, code: 'invalid_value' }])
})

test('the catalog stays below 60,000 characters for a key that may call hardly anything of it', async () => {
  const { secret } = await server.client.newKey(cookie, { scopes: ['audit:read'] })
  const { json } = await mcpOf(server.client, { 'X-API-Key': secret }).call('listOperations')

  const { operations, shortened } = json.result.structuredContent
  expect(json.result.content[0].text.length).toBeLessThan(60_000)
  expect(operations.filter(({ allowed }: { allowed: boolean }) => !allowed).length).toBeGreaterThan(100)
  expect(shortened).toEqual(expect.arrayContaining(['description']))
})

test('a result with the usual inputs stays below 60,000 characters', async () => {
  for (const name of ['listItems', 'listManagerItems', 'listAgentAuditLog', 'listMembers', 'listCollections']) {
    const { json } = await mcp.call(name)
    expect(json.result.content[0].text.length, name).toBeLessThan(60_000)
  }
})
