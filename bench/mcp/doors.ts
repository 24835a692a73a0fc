import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const rounds = 6
const perRound = 100

type Ask = { path: string; headers: Record<string, string>; body: string }

/** CPU per call of a whole server, through `/mcp` and through `/v2`: the same operation with the same input, taken in turns. */
export async function compareDoors(): Promise<void> {
  const child = fork(join(import.meta.dirname, 'server.ts'), { execArgv: ['--conditions=source'], stdio: 'inherit' })
  const [{ url, key }] = (await once(child, 'message')) as [{ url: string; key: string }]
  let made = 0

  const cpu = async () => {
    child.send('cpu')
    const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage]
    return (user + system) / 1000
  }
  const perCall = async (door: typeof rest, name: string, input: () => object) => {
    const before = await cpu()
    for (let n = 0; n < perRound; n++) await send(url, door(key, name, input()))
    return ((await cpu()) - before) / perRound
  }

  const calls: [string, () => object][] = [
    ['getOrganization', () => ({})],
    ['listItems', () => ({ pageSize: 20 })],
    ['createTaxonomyTerm', () => ({ taxonomy: 'tag', name: `Tag ${++made}` })],
  ]
  const rows = []
  for (const [name, input] of calls) {
    const [byRest, byMcp]: [number[], number[]] = [[], []]
    await perCall(rest, name, input)
    await perCall(mcp, name, input)
    for (let n = 0; n < rounds; n++) {
      byRest.push(await perCall(rest, name, input))
      byMcp.push(await perCall(mcp, name, input))
    }
    const [first, second] = [median(byRest), median(byMcp)]
    rows.push({
      operation: name,
      '/v2, CPU ms': first.toFixed(3),
      '/mcp, CPU ms': second.toFixed(3),
      'difference, ms': (second - first).toFixed(3),
      ratio: (second / first).toFixed(2),
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

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}
