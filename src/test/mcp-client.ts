import { type Answer, type Client } from './client.ts'

export type Sent = {
  era?: 'modern' | 'legacy'
  /** Replaces a header, or removes it where undefined. */
  headers?: Record<string, string | undefined>
  /** Fields of `params._meta`, besides what the era needs. */
  meta?: Record<string, unknown>
  id?: string | number | null
  query?: string
}

export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test-client', version: '1.2.3' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

// What is not plain ASCII travels as base64.
function inHeader(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`
}

/** Requests to `/mcp` as clients of both eras send them. */
export function mcpOf(client: Client, credential: Record<string, string>) {
  function post(body: unknown, { headers = {}, query = '' }: Sent = {}): Promise<Answer> {
    const all = { 'Content-Type': 'application/json', ...credential, ...headers }
    const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return client.send(`/mcp${query}`, {
      method: 'POST',
      headers: Object.fromEntries(given),
      body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
    })
  }

  function rpc(method: string, params: Record<string, unknown> = {}, sent: Sent = {}): Promise<Answer> {
    const { era = 'modern', meta = {}, id = 1 } = sent
    const frame = { jsonrpc: '2.0', ...(id === null ? {} : { id }), method }
    if (era === 'legacy')
      return post({ ...frame, params: { ...params, ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}) } }, sent)
    const name = params['name'] ?? params['uri'] ?? params['taskId']
    const isNamed = ['tools/call', 'prompts/get', 'resources/read'].includes(method) || method.startsWith('tasks/')
    const named = isNamed && typeof name === 'string'
    const headers = {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(named ? { 'Mcp-Name': inHeader(name) } : {}),
      ...sent.headers,
    }
    return post({ ...frame, params: { ...params, _meta: { ...modernMeta, ...meta } } }, { ...sent, headers })
  }

  const call = (name: string, given: Record<string, unknown> = {}, sent: Sent = {}) =>
    rpc('tools/call', { name, arguments: given }, sent)

  return { post, rpc, call }
}
