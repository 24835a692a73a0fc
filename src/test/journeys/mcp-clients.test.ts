import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openServer, type TestServer } from '#test/server.ts'

// The clients that people run are built on these libraries: what the libraries refuse, people cannot use.
// One engine is enough (tests.md#one-engine-is-enough).

let server: TestServer
let key: string
let cookie: string

beforeAll(async () => {
  server = await openServer()
  cookie = (await server.addOrganization('Acme')).cookie
  key = (await server.client.newKey(cookie)).secret
})
afterAll(() => server.close())

const info = { name: 'a-client', version: '1.0.0' }

async function today(mode: 'auto' | 'legacy', path = '/mcp', capabilities: ClientCapabilities = {}) {
  const client = new Client(info, { versionNegotiation: { mode }, capabilities })
  const requestInit = { headers: { 'X-API-Key': key } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}${path}`), { requestInit }))
  return client
}

async function yesterday() {
  const client = new OlderClient(info)
  const requestInit = { headers: { Authorization: `Bearer ${key}` } }
  // Its types do not allow for exact optional properties.
  const transport = new OlderTransport(new URL(`${server.url}/mcp`), { requestInit }) as Parameters<
    OlderClient['connect']
  >[0]
  await client.connect(transport)
  return client
}

describe.each([
  ['the client library of today, in the newer era', () => today('auto'), '2026-07-28'],
  ['the client library of today, in the older era', () => today('legacy'), '2025-11-25'],
  ['the client library of yesterday', yesterday, '2025-11-25'],
])('%s', (_who, connect, version) => {
  test('connects, lists and calls', async () => {
    const client = await connect()
    const { tools } = await client.listTools()
    const organization = await client.callTool({ name: 'getOrganization', arguments: {} })
    const made = await client.callTool({
      name: 'createTaxonomyTerm',
      arguments: { taxonomy: 'tag', name: `By ${_who}`, idempotencyKey: `made ${_who}`.replaceAll(' ', '-') },
    })
    const refused = await client.callTool({ name: 'deleteItem', arguments: { id: 'itm_x' } })

    expect(client.getServerVersion()?.name).toBe('masthead')
    expect(client.getInstructions()).toContain('listOperations')
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['listOperations', 'createItem', 'publishItem']),
    )
    expect(organization.structuredContent).toMatchObject({ name: 'Acme' })
    expect(made.isError).toBeFalsy()
    expect(refused.isError).toBe(true)
    await client.close()

    const record = await server.client.call(key, 'listAgentAuditLog', { operation: 'getOrganization', pageSize: 1 })
    expect(record.json.result.items[0]).toMatchObject({ interface: 'mcp', protocol: version })
  })

  test('reads resources and prompts', async () => {
    const client = await connect()
    const { resources } = await client.listResources()
    const { resourceTemplates } = await client.listResourceTemplates()
    const read = await client.readResource({ uri: 'masthead://organization' })
    const { prompts } = await client.listPrompts()
    const prompt = await client.getPrompt({ name: 'planTopics', arguments: { collection: 'articles' } })

    expect([resources.length, resourceTemplates.length, prompts.length]).toEqual([2, 2, 6])
    expect(read.contents).toHaveLength(1)
    expect(prompt.messages).toHaveLength(1)
    await client.close()
  })

  test('learns of an unknown tool by an error of the protocol', async () => {
    const client = await connect()

    await expect(client.callTool({ name: 'noSuchTool', arguments: {} })).rejects.toMatchObject({ code: -32602 })
    await client.close()
  })
})

test('a client opens the page of a waiting call once, and its model learns how to go on', async () => {
  const decide = (name: string, input: object) => server.client.inApp(cookie, name, input)
  const client = await today('auto', '/mcp', { elicitation: { url: {} } })
  const opened: string[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    opened.push('url' in params ? params.url : '')
    return { action: 'accept' }
  })
  const call = {
    name: 'createTaxonomyTerm',
    arguments: { taxonomy: 'tag', name: 'By approval', idempotencyKey: 'by-approval' },
  }
  await decide('setApprovalPolicy', { risks: ['write'] })

  const waiting = await client.callTool(call)
  const [page = ''] = opened
  await decide('approveCall', { approvalId: page.split('/').at(-1) })
  const done = await client.callTool(call)
  await decide('setApprovalPolicy', { risks: [] })
  await client.close()

  expect(opened).toHaveLength(1)
  expect(JSON.stringify(waiting.content)).toContain(page)
  expect([waiting.isError, done.isError, done.structuredContent]).toMatchObject([
    true,
    undefined,
    { term: { name: 'By approval' } },
  ])
})

test('every result is valid against the schema that the list gives', async () => {
  const client = await today('auto')
  await client.listTools()

  for (const name of [
    'listOperations',
    'listItems',
    'listCollections',
    'listMembers',
    'getConnectorState',
    'listAgentAuditLog',
    'getOrganizationSettings',
  ])
    expect((await client.callTool({ name, arguments: {} })).isError, name).toBeFalsy()
  await client.close()
})
