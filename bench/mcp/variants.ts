import { Readable } from 'node:stream'

import type { createMcpHandler as CreateMcpHandler } from '@modelcontextprotocol/server'
import { z } from 'zod'

import type { Admission } from '#catalog/admit.ts'

import { toJsonSchema, toolCount, toolNames } from './tools.ts'

/** From one request to the bytes of its answer; the id is 1 by default. */
export type Serve = (method: string, params: Record<string, unknown>, id?: number) => Promise<Buffer>
/** CPU ms per request (`newList`: with an id that was never used before), the first call in ms, resident memory in bytes. */
export type Figures = { call: number; list: number; newList: number; first: number; memory: number }

const serverInfo = { name: 'bench', title: 'Bench', version: '1' }
const input = z.object({ id: z.string().describe('Id: itm_...'), page: z.int().min(1).optional() })
const output = z.object({ done: z.boolean(), title: z.string() })
const result = { done: true, title: 'A result of usual size' }

/** Servers that offer the same 150 tools and answer a call with the same result. */
export const variants: Record<string, () => Promise<Serve>> = {
  masthead,
  'library, low level': lowLevel,
  'library, registered tools': registered,
}

async function masthead(): Promise<Serve> {
  const [{ createDispatcher }, { createGate }, { listTools }, { envelopeOf, fromFlat }, { callResult }, { isObject }] =
    await Promise.all([
      import('#faces/mcp/dispatcher.ts'),
      import('#faces/mcp/gate.ts'),
      import('#faces/mcp/list-tools.ts'),
      import('#faces/mcp/arguments.ts'),
      import('#faces/mcp/call-result.ts'),
      import('#std/objects.ts'),
    ])
  const { listed, access } = await import('./tools.ts')
  const admitted: Admission = { ok: true, access }
  const bodyStart = '{"operation":"tool75","requestId":"req_x","result":'
  const call = {
    named: 'name' as const,
    async run(exchange: Parameters<typeof callResult>[0]) {
      const given = exchange.message.params['arguments']
      const { input: fields } = envelopeOf(fromFlat(isObject(given) ? given : {}), {}, undefined)
      input.parse(fields)
      const body = `${bodyStart}${JSON.stringify(result)}}`
      const answer = { status: 200, body, replayed: false, retryAfter: undefined, showsSecret: false }
      return { result: callResult(exchange, answer) }
    },
  }
  const face = createDispatcher({
    gate: createGate({ baseUrl: () => 'http://localhost', boundTo: '127.0.0.1', allowedHosts: [], allowedOrigins: [] }),
    admission: { byHeaders: async () => admitted, bySession: async () => admitted, close: async () => {} },
    methods: new Map([
      ['tools/list', listTools({ catalogVersion: '1', always: [], operations: listed(input, output), search: [] })],
      ['tools/call', call],
    ]),
    serverInfo,
    onRefused: async () => {},
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  return async (method, params, id) => {
    const headers = { host: 'localhost', 'accept-encoding': 'gzip', ...headersOf(method, params) }
    const { body } = await face({
      method: 'POST',
      url: '/mcp',
      headers,
      headersDistinct: {},
      body: Readable.from([bytesOf(method, params, id)]),
      address: '127.0.0.1',
    })
    return Buffer.isBuffer(body) ? decoded(body) : Buffer.from(String(body))
  }
}

// A compressed list counts as sent; only the check of the first answer looks inside.
let looked = false
async function decoded(body: Buffer): Promise<Buffer> {
  if (looked) return body
  looked = true
  const { gunzipSync } = await import('node:zlib')
  return gunzipSync(body)
}

async function lowLevel(): Promise<Serve> {
  const { createMcpHandler, Server } = await import('@modelcontextprotocol/server')
  const tools = toolNames.map((name) => ({
    name,
    title: name,
    description: 'A tool of the benchmark that does what it says.',
    inputSchema: toJsonSchema(input),
    outputSchema: toJsonSchema(output),
  }))
  return served(
    createMcpHandler(() => {
      const server = new Server(serverInfo, { capabilities: { tools: {} } })
      server.setRequestHandler('tools/list', () => ({ tools }) as never)
      server.setRequestHandler('tools/call', ({ params }) => {
        input.parse(params.arguments)
        return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
      })
      return server
    }),
  )
}

async function registered(): Promise<Serve> {
  const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server')
  return served(
    createMcpHandler(() => {
      const server = new McpServer(serverInfo)
      for (let n = 0; n < toolCount; n++)
        server.registerTool(
          `tool${n}`,
          {
            title: `tool${n}`,
            description: 'A tool of the benchmark that does what it says.',
            inputSchema: input,
            outputSchema: output,
          },
          async () => ({ content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }),
        )
      return server
    }),
  )
}

function served(handler: ReturnType<typeof CreateMcpHandler>): Serve {
  return async (method, params, id) => {
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', ...headersOf(method, params) },
      body: bytesOf(method, params, id),
    })
    return Buffer.from(await (await handler.fetch(request)).arrayBuffer())
  }
}

function headersOf(method: string, { name }: Record<string, unknown>): Record<string, string> {
  return {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  }
}

function bytesOf(method: string, params: Record<string, unknown>, id = 1) {
  return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
}
