import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runCommand, type ServerProcess, startProcess } from '#test/server-process.ts'

import { median } from './processor-time.ts'

const password = 'a horse on a quiet hill'
const perMeasure = 60
const folder = process.env['BENCH_ROOT'] ?? join(import.meta.dirname, '..')
/** Each character opens and closes emphasis: the parser needs quadratic time, and is stopped after two seconds. */
const slowBody = '_a*'.repeat(100_000)
const longBody = Array.from(
  { length: 500 },
  (_, n) => `## Part ${n}\n\n${'Email marketing of 2024 costs 30 % more than all 12 tools, says a survey. '.repeat(9)}`,
).join('\n\n')

type Party = { slug: string; email: string; key: string }
type Place = { url: string; dataDir: string; env: Record<string, string>; noisy: Party; neighbour: Party }
type Probe = { name: string; ask: (place: Place) => Promise<Response> }
type Load = { name: string; begin: (place: Place) => Promise<() => Promise<void>>; probes: readonly Probe[] }

/**
 * What a neighbour waits while another organization or address does its worst, next to what it waits on the idle server, in the
 * same run. The server runs as users start it, on an embedded database.
 */
export async function measureFairness(): Promise<void> {
  const { place, server, end } = await open()
  const rows = []
  try {
    for (const { name, begin, probes } of loads)
      for (const probe of probes) {
        const idle = await waits(place, probe)
        const stop = await begin(place)
        const loaded = await waits(place, probe)
        await stop()
        rows.push({
          load: name,
          neighbour: probe.name,
          'idle p50/p99, ms': shown(idle),
          'loaded p50/p99, ms': shown(loaded),
          'p99 ratio': (percentile(loaded.ms) / percentile(idle.ms)).toFixed(1),
          failed: loaded.failed,
        })
        console.log(JSON.stringify(rows.at(-1)))
      }
    console.table(rows)
    if (server.hasEnded()) throw new Error(server.lines.slice(-5).join('\n'))
  } finally {
    await end()
  }
}

const read: Probe = { name: '/v1 list', ask: ({ url, neighbour }) => fetch(`${url}/v1/${neighbour.slug}/articles`) }
const write: Probe = {
  name: '/v2 createItem',
  ask: (place) =>
    call(place, place.neighbour, 'createItem', { collectionId: 'articles', title: 'Short', content: 'A *word*.' }),
}
const signIn: Probe = {
  name: 'sign-in',
  ask: ({ url, neighbour }) => enter(url, { email: neighbour.email, password }, '127.0.0.1'),
}

const loads: readonly Load[] = [
  { name: 'ten slow bodies', probes: [write], begin: (place) => keepBusy(10, () => createItem(place, slowBody)) },
  { name: 'four long texts', probes: [read, write], begin: (place) => keepBusy(4, () => createItem(place, longBody)) },
  {
    name: 'invented sign-ins of one address',
    probes: [read, signIn],
    begin: ({ url }) =>
      keepBusy(24, (n) => enter(url, { email: `nobody-${n}-${Date.now()}@example.com`, password }, '127.0.0.9')),
  },
  { name: 'one address with 1,200 sockets', probes: [read], begin: ({ url }) => holdSockets(url, 1200) },
  { name: 'import of 2,000 articles', probes: [read, write], begin: importMany },
]

async function waits(place: Place, { ask }: Probe): Promise<{ ms: number[]; failed: number }> {
  const ms: number[] = []
  let failed = 0
  for (let n = 0; n < perMeasure; n++) {
    const begun = performance.now()
    const status = await ask(place).then(
      async (answer) => (await answer.arrayBuffer(), answer.status),
      () => 0,
    )
    ms.push(performance.now() - begun)
    if (status === 0 || status >= 400) failed++
  }
  return { ms, failed }
}

/** Asks again and again, so many at once, until it is stopped. */
async function keepBusy(width: number, ask: (n: number) => Promise<Response>): Promise<() => Promise<void>> {
  const over = new AbortController()
  const lane = async (n: number) => {
    while (!over.signal.aborted) {
      const answer = await ask(n).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
    }
  }
  const lanes = Array.from({ length: width }, (_, n) => lane(n))
  await new Promise((resolve) => setTimeout(resolve, 500))
  return async () => {
    over.abort()
    await Promise.all(lanes)
  }
}

const createItem = (place: Place, content: string) =>
  call(place, place.noisy, 'createItem', { collectionId: 'articles', title: 'Noise', content })

async function holdSockets(url: string, count: number): Promise<() => Promise<void>> {
  const { port } = new URL(url)
  const sockets: Socket[] = []
  for (let n = 0; n < count; n++) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.9' })
    socket.on('error', () => undefined)
    socket.write(
      'POST /v2/tools/getItem HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    sockets.push(socket)
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  return async () => {
    for (const socket of sockets) socket.destroy()
  }
}

async function importMany({ dataDir, env, noisy }: Place): Promise<() => Promise<void>> {
  const source = join(dataDir, `../source-${Date.now()}`)
  await mkdir(source)
  for (let n = 0; n < 2000; n++)
    await writeFile(join(source, `${n}.md`), `---\ntitle: Article ${n}\n---\n${longBody.slice(n, n + 6000)}\n`)
  const running = runCommand(['import', source, '--organization', noisy.slug], env, folder)
  await new Promise((resolve) => setTimeout(resolve, 3000))
  return async () => {
    // The rest of it is of no interest: it would be measured by the next part.
    await running
    await rm(source, { recursive: true })
  }
}

function call({ url }: Place, { key }: Party, name: string, input: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key }
  return fetch(`${url}/v2/tools/${name}`, { method: 'POST', headers, body: JSON.stringify({ input }) })
}

/** Behind a proxy that names the client. */
function enter(url: string, body: object, address: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
  return fetch(`${url}/app/session`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function open(): Promise<{ place: Place; server: ServerProcess; end(): Promise<void> }> {
  const temporary = await mkdtemp(join(tmpdir(), 'masthead-bench-'))
  const dataDir = join(temporary, 'data')
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }
  for (const slug of ['noisy', 'neighbour']) {
    const args = ['setup', '--email', `${slug}@example.com`, '--password', password, '--organization', slug]
    const { code, output } = await runCommand(args, env, folder)
    if (code !== 0) throw new Error(output)
  }
  const server = await startProcess({ ...env, TRUSTED_PROXIES: '127.0.0.1' }, folder)
  const { url } = server
  const place = { url, dataDir, env, noisy: await partyOf(url, 'noisy'), neighbour: await partyOf(url, 'neighbour') }
  for (let n = 0; n < 20; n++) await write.ask(place)
  return {
    place,
    server,
    async end() {
      await server.stop()
      await rm(temporary, { recursive: true })
    },
  }
}

async function partyOf(url: string, slug: string): Promise<Party> {
  const email = `${slug}@example.com`
  const session = await enter(url, { email, password }, '127.0.0.1')
  const cookie = session.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const answer = await fetch(`${url}/app/operations/createApiKey`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ input: { name: 'bench', scopes: ['content:read', 'content:write'] } }),
  })
  const { result } = (await answer.json()) as { result: { secret: string } }
  return { slug, email, key: result.secret }
}

const shown = ({ ms }: { ms: number[] }) => `${median(ms).toFixed(0)} / ${percentile(ms).toFixed(0)}`

function percentile(ms: readonly number[]): number {
  return ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.99)] ?? NaN
}
