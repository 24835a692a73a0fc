// Measures one of the servers of variants.ts and prints its figures as JSON.
import { type Figures, type Serve, variants } from './variants.ts'

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const make = variants[process.argv[2] ?? '']
if (make === undefined) throw new Error('Name one of the servers')
const serve = await make()
const call = () => serve('tools/call', { name: 'tool75', arguments: { id: 'itm_1', page: 2 }, _meta: meta })
const list = () => serve('tools/list', { _meta: meta })
let lastId = 1
const newList = () => serve('tools/list', { _meta: meta }, ++lastId)

const started = performance.now()
await check(call, 'done')
const first = performance.now() - started
await check(list, 'tool149')

const figures: Figures = {
  first,
  call: await cpuOf(call),
  list: await cpuOf(list),
  newList: await cpuOf(newList),
  memory: process.memoryUsage.rss(),
}
process.stdout.write(JSON.stringify(figures))

/** CPU ms per request, warm: rounds until two seconds of work are done. */
async function cpuOf(request: () => ReturnType<Serve>): Promise<number> {
  for (let n = 0; n < 200; n++) await request()
  let requests = 0
  const before = process.cpuUsage()
  for (;;) {
    for (let n = 0; n < 100; n++) await request()
    requests += 100
    const { user, system } = process.cpuUsage(before)
    if (user + system >= 2_000_000) return (user + system) / 1000 / requests
  }
}

async function check(request: () => ReturnType<Serve>, part: string): Promise<void> {
  const text = (await request()).toString()
  if (!text.includes(part)) throw new Error(`Not the expected answer: ${text.slice(0, 300)}`)
}
