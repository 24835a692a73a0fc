import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openServer, type TestServer } from '#test/server.ts'

// The clients that people run are built on these libraries: what the libraries refuse, people cannot use.
// One engine is enough (tests.md#one-engine-is-enough).

let server: TestServer
let key: string

beforeAll(async () => {
  server = await openServer()
  const { cookie } = await server.addOrganization('Acme')
  key = (await server.client.newKey(cookie)).secret
})
afterAll(() => server.close())

const info = { name: 'a-client', version: '1.0.0' }

async function today(mode: 'auto' | 'legacy', path = '/mcp') {
  const client = new Client(info, { versionNegotiation: { mode } })
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
