import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { median, processorTime, spread } from '../processor-time.ts'

const rounds = 5
const perBlock = 150

type Ask = { path: string; headers: Record<string, string>; body: string }
type Door = (key: string, name: string, input: object) => Ask

/**
 * Processor time per call of one server, through `/mcp` and through `/v2`: the same operation with the same input, in alternating
 * blocks, warm. The server is a process of its own; only its time is counted.
 */
export async function compareDoors(): Promise<void> {
  const child = fork(join(import.meta.dirname, 'server.ts'), { execArgv: ['--conditions=source'], stdio: 'inherit' })
  const [{ url, key }] = (await once(child, 'message')) as [{ url: string; key: string }]
  const pid = child.pid ?? 0
  let made = 0

  const block = async (door: Door, name: string, input: () => object) => {
    const before = processorTime(pid)
    for (let n = 0; n < perBlock; n++) await send(url, door(key, name, input()))
    return (processorTime(pid) - before) / perBlock
  }

  const calls: [string, () => object][] = [
    ['getOrganization', () => ({})],
    ['listItems', () => ({ pageSize: 20 })],
    ['createTaxonomyTerm', () => ({ taxonomy: 'tag', name: `Tag ${++made}` })],
  ]
  const rows = []
  for (const [name, input] of calls) {
    const [byRest, byMcp]: [number[], number[]] = [[], []]
    for (const door of [rest, mcp]) await block(door, name, input)
    for (let n = 0; n < rounds; n++) {
      const inTurn: [Door, number[]][] = [
        [rest, byRest],
        [mcp, byMcp],
      ]
      for (const [door, times] of n % 2 === 0 ? inTurn : inTurn.toReversed()) times.push(await block(door, name, input))
    }
    rows.push({
      operation: name,
      '/v2, CPU ms': spread(byRest),
      '/mcp, CPU ms': spread(byMcp),
      'difference, ms': (median(byMcp) - median(byRest)).toFixed(3),
      'ratio by rounds': spread(
        byMcp.map((time, n) => time / (byRest[n] ?? NaN)),
        2,
      ),
    })
  }
  console.table(rows)
  child.send('end')
  await once(child, 'exit')
}

function rest(key: string, name: string, input: object): Ask {
  return { path: `/v2/tools/${name}`, headers: { 'X-API-Key': key }, body: JSON.stringify({ input }) }
}

function mcp(key: string, name: string, input: object): Ask {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name, arguments: input, _meta: meta }
  return {
    path: '/mcp',
    headers: { 'X-API-Key': key, 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': name },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }
}

async function send(url: string, { path, headers, body }: Ask): Promise<void> {
  const all = { 'Content-Type': 'application/json', ...headers }
  const response = await fetch(`${url}${path}`, { method: 'POST', headers: all, body })
  const text = await response.text()
  if (response.status !== 200 || text.includes('"isError":true')) throw new Error(text.slice(0, 300))
}
