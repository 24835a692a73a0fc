import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { catalog } from '#catalog/catalog.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import { isChange } from '#kernel/operation.ts'
import { mcpOf, type Sent } from '#test/mcp-client.ts'
import { openServer, type TestServer } from '#test/server.ts'

import { doesTheSameAgain } from './hints.ts'
import { operationTools } from './tools.ts'

// One engine is enough (tests.md#one-engine-is-enough).
type Tool = ReturnType<typeof operationTools>[number]['tool']

const reference = buildReference(catalog)
const exposed = reference.exposed.map(({ op }) => op.name)
let server: TestServer
let cookie: string
let mcp: ReturnType<typeof mcpOf>

beforeAll(async () => {
  server = await openServer()
  cookie = (await server.addOrganization('Acme')).cookie
  mcp = mcpOf(server.client, { 'X-API-Key': (await server.client.newKey(cookie)).secret })
})
afterAll(() => server.close())

async function tools(sent: Sent = {}, client = mcp): Promise<Tool[]> {
  const { status, json, text } = await client.rpc('tools/list', {}, sent)
  if (status !== 200) throw new Error(text)
  return json.result.tools
}
const namesOf = (list: Tool[]) => list.map(({ name }) => name)

test('there is one tool per exposed operation and the catalog tool, in both eras', async () => {
  for (const era of ['modern', 'legacy'] as const)
    expect(namesOf(await tools({ era })).toSorted()).toEqual([...exposed, 'listOperations'].toSorted())
})

test('the most used areas come first, then areas and names by letter', async () => {
  const areas = (await tools()).slice(1).map(({ _meta }) => String(_meta['masthead/operation']['area']))

  const order = [...new Set(areas)]
  const first = ['organizations', 'content', 'seo', 'topics'].filter((area) => order.includes(area))
  expect(order.slice(0, first.length)).toEqual(first)
  expect(order.slice(first.length)).toEqual(order.slice(first.length).toSorted())
  for (const area of order) {
    const names = reference.exposed.filter(({ entry }) => entry.area === area).map(({ op }) => op.name)
    const listed = namesOf(await tools()).filter((name) => names.includes(name))
    expect(listed).toEqual(names.toSorted())
  }
})

test('the list is the same for every credential', async () => {
  const { secret } = await server.client.newKey(cookie, { scopes: ['audit:read'] })

  const other = await tools({}, mcpOf(server.client, { 'X-API-Key': secret }))

  expect(other).toEqual(await tools())
})

test('a list says for how long and for whom it may be kept, and of which catalog it is', async () => {
  const { json } = await mcp.rpc('tools/list')

  expect(json.result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' })
  expect(json.result._meta['masthead/catalogVersion']).toBe(reference.catalogVersion)
})

test('a cursor is refused: there is one page', async () => {
  for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
    const { json } = await mcp.rpc(method, { cursor: 'x' })
    expect(json.error.code).toBe(-32602)
  }
})

describe('each tool', () => {
  const byId = /^(unschedule|publish|complete|cancel|delete|revoke|update|submitItemReview)/
  const all = operationTools(reference)

  test.each(all.map(({ tool, op }) => [tool.name, tool, op] as const))(
    '%s has hints, and arguments that fit it',
    (_name, tool, op) => {
      const { risk } = op
      expect(tool.annotations).toEqual({
        readOnlyHint: risk === 'read',
        destructiveHint: risk === 'destructive',
        idempotentHint: expect.any(Boolean),
        openWorldHint: risk === 'publish' || risk === 'external' || tool.annotations.openWorldHint,
      })
      if (risk === 'read' || byId.test(op.name)) expect(tool.annotations.idempotentHint).toBe(true)
      if (/^(create|start|run|invite)/.test(op.name)) expect(tool.annotations.idempotentHint).toBe(false)
      const { riskLevel, scope } = tool._meta['masthead/operation']
      expect([riskLevel, scope]).toEqual([risk, op.scope])

      const { properties, required } = tool.inputSchema
      // Accepted on every change: an organization can let any write wait for a person.
      expect('confirm' in properties).toBe('dryRun' in properties)
      expect('idempotencyKey' in properties).toBe(isChange(op))
      expect('dryRun' in properties).toBe(isChange(op))
      if (isChange(op)) expect(properties['idempotencyKey']).toMatchObject({ minLength: 1, maxLength: 255 })
      for (const name of ['confirm', 'idempotencyKey', 'dryRun']) expect(required ?? []).not.toContain(name)
      expect(tool.description.length).toBeLessThanOrEqual(200)
    },
  )

  test.each(all.flatMap(({ op }) => (op.risk === 'read' ? [] : [op.name])))(
    'it is decided whether a second call of %s changes more',
    (name) => {
      expect(doesTheSameAgain(name)).toBeTypeOf('boolean')
    },
  )

  test('of those that remove, the ones that change a remote system say so', () => {
    const reaching = all.filter(({ op, tool }) => op.risk === 'destructive' && tool.annotations.openWorldHint)

    expect(reaching.map(({ op }) => op.name).toSorted()).toEqual([
      'consolidateItems',
      'deleteItem',
      'deleteMedia',
      'disconnectIntegration',
      'removeExamples',
      'revertChanges',
    ])
  })

  test('deletions and changes by id are idempotent, creations are not', () => {
    const hints = new Map(all.map(({ tool }) => [tool.name, tool.annotations.idempotentHint]))

    expect([hints.get('deleteItem'), hints.get('updateItem'), hints.get('revokeApiKey')]).toEqual([true, true, true])
    for (const name of ['disconnectIntegration', 'selectIntegrationTarget', 'dismissItemRevision', 'bulkUpdateItems'])
      expect(hints.get(name), name).toBe(true)
    for (const name of ['createItem', 'createTaxonomyTerm', 'submitDraft', 'revertChanges'])
      expect(hints.get(name), name).toBe(false)
  })
})

test('fields of nested objects have names and types', () => {
  const { inputSchema } = toolNamed('updateItem')
  const { faq, robots } = inputSchema.properties as Record<string, unknown>

  expect(robots).toEqual({
    type: 'object',
    properties: { noindex: { type: 'boolean' }, nofollow: { type: 'boolean' } },
    additionalProperties: false,
  })
  expect(faq).toMatchObject({
    items: { properties: { question: { type: 'string' } }, required: ['question', 'answer'] },
  })
  expect(toolNamed('bulkUpdateItems').inputSchema.properties['patch']).toMatchObject({
    properties: { status: { enum: ['draft', 'scheduled', 'published'] } },
  })
  // What updateItem takes is not written out a second time.
  expect(toolNamed('previewItem').inputSchema.properties['draftPatch']).toMatchObject({ additionalProperties: true })
})

test('the fields that a result can be narrowed to are named', () => {
  const selections = operationTools(reference).flatMap(({ tool }) => {
    const fields = tool.inputSchema.properties['fields'] as { items?: { enum?: string[] } } | undefined
    return fields === undefined ? [] : [[tool.name, fields.items?.enum?.length ?? 0] as const]
  })

  expect(selections.length).toBeGreaterThan(3)
  expect(selections.filter(([, named]) => named < 2)).toEqual([])
})

function toolNamed(name: string): Tool {
  const found = operationTools(reference).find(({ tool }) => tool.name === name)
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found.tool
}

test('a tool takes 1,000 bytes at most, on average', () => {
  const sizes = operationTools(reference).map(({ tool, area }) => ({
    area,
    size: Buffer.byteLength(JSON.stringify(tool)),
  }))
  const average = (list: typeof sizes) => Math.round(list.reduce((sum, { size }) => sum + size, 0) / list.length)
  const perArea = [...Map.groupBy(sizes, ({ area }) => area)].map(
    ([area, list]) => `${area} ${average(list)} x ${list.length}`,
  )
  process.stdout.write(`bytes per tool: ${average(sizes)} (${perArea.join(', ')})\n`)

  expect(average(sizes)).toBeLessThanOrEqual(budget)
})

// Schemas included (mcp.md#tools-have-a-budget).
const budget = 1000

describe('narrowing', () => {
  const content = reference.exposed.filter(({ entry }) => entry.area === 'content').map(({ op }) => op.name)
  const reads = reference.exposed.filter(({ op }) => op.risk === 'read').map(({ op }) => op.name)

  test.each<[string, Sent, string[]]>([
    ['areas by query', { query: '?areas=content' }, content],
    ['areas by header', { headers: { 'X-MCP-Areas': 'content' } }, content],
    ['the header before the query', { query: '?areas=account', headers: { 'X-MCP-Areas': 'content' } }, content],
    ['reads by query', { query: '?readonly=true' }, reads],
    ['reads by header', { headers: { 'X-MCP-Readonly': 'true' } }, reads],
    ['both', { query: '?areas=content&readonly=true' }, content.filter((name) => reads.includes(name))],
    ['by query, with an empty header', { query: '?readonly=true', headers: { 'X-MCP-Readonly': '' } }, reads],
    ['not narrowed', { query: '?readonly=false&areas=' }, exposed],
  ])('%s', async (_what, sent, names) => {
    for (const era of ['modern', 'legacy'] as const)
      expect(namesOf(await tools({ ...sent, era })).toSorted()).toEqual([...names, 'listOperations'].toSorted())
  })

  test.each<[string, Sent]>([
    ['an unknown area', { query: '?areas=content,nonsense' }],
    ['an unknown mode', { headers: { 'X-MCP-Mode': 'fast' } }],
    ['an unknown switch', { query: '?readonly=yes' }],
    ['a switch with capitals', { query: '?readOnly=true' }],
    ['a switch with a dash', { query: '?read-only=true' }],
    ['a singular', { query: '?area=content' }],
    ['a switch that is given twice', { query: '?readonly=false&readonly=true' }],
    ['a list that is given twice', { query: '?areas=content&areas=seo' }],
  ])('%s is refused', async (_what, sent) => {
    const { status, json } = await mcp.rpc('tools/list', {}, sent)

    expect([status, json.error.code, json.id]).toEqual([400, -32602, 1])
    if (sent.query?.includes('nonsense')) expect(json.error.data.areas).toContain('organizations')
  })

  test('a query that is not ours is let through', async () => {
    expect(namesOf(await tools({ query: '?session=1&session=2&Model=x' })).length).toBe(exposed.length + 1)
  })

  test('a change is refused and recorded, not run, where the switch is misspelled', async () => {
    const { status, json, headers } = await mcp.call(
      'createTaxonomyTerm',
      { taxonomy: 'tag', name: 'Misspelled' },
      { query: '?READONLY=true' },
    )

    expect([status, json.error.code, json.error.message]).toEqual([
      400,
      -32602,
      'The parameter is written readonly, not "READONLY".',
    ])
    const { json: found } = await mcp.call('getAgentAuditRecord', { requestId: headers.get('x-request-id') })
    expect(found.result.structuredContent.record).toMatchObject({
      operation: 'createTaxonomyTerm',
      status: 'rejected',
      code: 'malformed_request',
    })
  })

  test('an unlisted tool runs if it is called, but for changes on a connection that only reads', async () => {
    const unlisted = await mcp.call('getOrganization', {}, { query: '?areas=content' })
    const write = await mcp.call('createTaxonomyTerm', { taxonomy: 'tag', name: 'No' }, { query: '?readonly=true' })
    const byWrapper = await mcp.call(
      'runWriteOperation',
      { operation: 'createTaxonomyTerm', arguments: { taxonomy: 'tag', name: 'No' } },
      { headers: { 'X-MCP-Readonly': 'true' } },
    )

    expect(unlisted.json.result.isError).toBeUndefined()
    for (const { json } of [write, byWrapper]) {
      expect(json.result.isError).toBe(true)
      expect(JSON.parse(json.result.content[0].text)).toMatchObject({
        error: { code: 'operation_excluded', details: { category: 'read_only_connection' } },
      })
    }
  })

  test('a connection that only reads is not the reason for what agents never get', async () => {
    const { json } = await mcp.call('createApiKey', {}, { query: '?readonly=true' })

    expect(JSON.parse(json.result.content[0].text)).toMatchObject({
      error: { code: 'operation_excluded', details: { category: 'credential_secret_creation' } },
    })
  })

  test('granted shows what the credential may call now', async () => {
    const { secret } = await server.client.newKey(cookie, { scopes: ['org:read'] })
    const narrow = mcpOf(server.client, { 'X-API-Key': secret })

    const granted = namesOf(await tools({ query: '?granted=true' }, narrow))

    const readable = reference.exposed.filter(({ op }) => op.scope === 'org:read').map(({ op }) => op.name)
    expect(granted.toSorted()).toEqual([...readable, 'listOperations'].toSorted())
    expect(namesOf(await tools({ query: '?granted=true' })).length).toBe(exposed.length + 1)
  })
})

describe('search mode', () => {
  const search = { query: '?mode=search' }
  const run = (name: string, given: Record<string, unknown>) => mcp.call(name, given, search)

  test('has six tools, split by risk', async () => {
    const list = await tools(search)

    expect(namesOf(list)).toEqual([
      'listOperations',
      'searchOperations',
      'describeOperation',
      'runReadOperation',
      'runWriteOperation',
      'runDestructiveOperation',
    ])
    const hints = Object.fromEntries(list.map(({ name, annotations }) => [name, annotations]))
    expect(hints['runReadOperation']).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(hints['runWriteOperation']).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(hints['runDestructiveOperation']).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  test('finds operations by words', async () => {
    const { json } = await run('searchOperations', { query: 'publish an item', limit: 3 })

    const { operations } = json.result.structuredContent
    expect(operations).toHaveLength(3)
    expect(operations.map(({ name }: { name: string }) => name)).toContain('publishItem')
    expect(operations[0]).toMatchObject({ scope: expect.any(String), riskLevel: expect.any(String), allowed: true })
  })

  test.each([
    ['publish', 'publishItem'],
    ['create an article', 'createItem'],
    ['list posts', 'listItems'],
    ['change the title of a post', 'updateItem'],
    ['translate', 'rewriteItem'],
    ['undo', 'revertChanges'],
    ['deleteitem', 'deleteItem'],
  ])('finds for %j first of all %s', async (query, name) => {
    const { json } = await run('searchOperations', { query, limit: 1 })

    expect(json.result.structuredContent.operations).toMatchObject([{ name }])
  })

  test('finds nothing for words that no operation has', async () => {
    expect((await run('searchOperations', { query: 'Veröffentlichen' })).json.result.structuredContent).toEqual({
      operations: [],
    })
  })

  test('describes operations with schemas, examples and errors', async () => {
    const { json } = await run('describeOperation', { names: ['getItem', 'nothing'] })

    expect(json.result.structuredContent).toMatchObject({
      operations: [{ name: 'getItem', inputSchema: { type: 'object' }, examples: [{}], errors: expect.any(Array) }],
      unknown: ['nothing'],
    })
  })

  test('runs an operation as the tool of its name would', async () => {
    const direct = await mcp.call('listCollections', { includeDisabled: true })
    const wrapped = await run('runReadOperation', {
      operation: 'listCollections',
      arguments: { includeDisabled: true },
    })
    const made = await run('runWriteOperation', {
      operation: 'createTaxonomyTerm',
      arguments: { taxonomy: 'tag', name: 'Found' },
      idempotencyKey: 'search-1',
    })
    const again = await mcp.call('createTaxonomyTerm', { taxonomy: 'tag', name: 'Found', idempotencyKey: 'search-1' })

    expect(wrapped.json.result.structuredContent).toEqual(direct.json.result.structuredContent)
    expect(again.json.result.structuredContent).toEqual(made.json.result.structuredContent)
    expect(again.json.result._meta['masthead/idempotentReplayed']).toBe(true)
  })

  test('refuses the wrong tool for a risk, names the right one, and records the operation', async () => {
    const { json } = await run('runReadOperation', { operation: 'deleteItem', arguments: {}, confirm: true })

    const { error } = JSON.parse(json.result.content[0].text)
    expect([json.result.isError, error.code]).toEqual([true, 'validation_failed'])
    expect(error.message).toContain('runDestructiveOperation')
    const record = await mcp.call('getAgentAuditRecord', { requestId: error.requestId })
    expect(record.json.result.structuredContent.record).toMatchObject({ operation: 'deleteItem', status: 'rejected' })
  })

  test.each(['runReadOperation', 'runWriteOperation', 'runDestructiveOperation'])(
    '%s refuses at once what agents never get',
    async (tool) => {
      for (const operation of ['createApiKey', 'signIn', 'createOrganization']) {
        const { json } = await run(tool, { operation, arguments: {} })
        expect(JSON.parse(json.result.content[0].text).error.code, operation).toBe('operation_excluded')
      }
    },
  )

  test('an operation that does not exist is an error result: the tool exists', async () => {
    const { json } = await run('runReadOperation', { operation: 'nothing' })

    expect(JSON.parse(json.result.content[0].text).error.code).toBe('unknown_operation')
  })

  test.each([
    ['runReadOperation', 'listCollections', {}, { dryRun: true }],
    ['runWriteOperation', 'createTaxonomyTerm', { taxonomy: 'tag', name: 'No' }, { idempotencyKey: 'inside' }],
    ['runDestructiveOperation', 'deleteItem', { id: 'itm_x' }, { confirm: true }],
  ])('%s takes what is reserved beside the fields of %s, not among them', async (tool, operation, fields, inside) => {
    const { json } = await run(tool, { operation, arguments: { ...fields, ...inside }, confirm: true })

    const { error } = JSON.parse(json.result.content[0].text)
    expect([json.result.isError, error.code]).toEqual([true, 'validation_failed'])
    expect(error.details).toContainEqual({
      path: `/input/${Object.keys(inside)[0]}`,
      message: expect.stringContaining('next to the input') as unknown,
      code: 'unknown_field',
    })
  })

  test('needs the confirmation that the operation needs', async () => {
    const { json } = await run('runDestructiveOperation', { operation: 'deleteItem', arguments: { id: 'itm_x' } })

    expect(JSON.parse(json.result.content[0].text).error.code).toBe('confirmation_required')
  })
})
