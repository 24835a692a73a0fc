import { mkdir, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

import { runCommand } from '#test/server-process.ts'

import { call, enter, folder, password, type Place } from './fairness-place.ts'

/** A load that goes on until it is stopped or over. */
export type Running = { isOver(): boolean; stop(): Promise<void> }
export type Load = { name: string; begin: (place: Place) => Promise<Running>; probes: readonly ProbeName[] }
export type ProbeName = 'read' | 'write' | 'signIn'

/** Each character opens and closes emphasis: the parser needs quadratic time, and is stopped after two seconds. */
const slowBody = '_a*'.repeat(100_000)
const parts = (count: number) =>
  Array.from(
    { length: count },
    (_, n) =>
      `## Part ${n}\n\n${'Email marketing of 2024 costs 30 % more than all 12 tools, says a survey. '.repeat(9)}`,
  ).join('\n\n')
const longBody = parts(500)
/** Nearly as long as a body may be (400,000 bytes). */
const bigBody = parts(585)

/** What one party can do, in the order in which each leaves least behind for the next one (decisions/turns.md#nobody-starves). */
export const loads: readonly Load[] = [
  {
    name: '1,200 sockets of one address, slow bodies',
    probes: ['read', 'write'],
    begin: ({ url }) => holdSockets(url, 1200),
  },
  {
    name: 'invented sign-ins of one address',
    probes: ['read', 'signIn'],
    begin: ({ url }) =>
      keepBusy(24, (n, signal) =>
        enter(url, { email: `nobody-${n}-${Date.now()}@example.com`, password }, '127.0.0.9', signal),
      ),
  },
  { name: 'ten bodies that render too slowly', probes: ['read', 'write'], begin: creating(10, slowBody) },
  { name: 'ten big documents of one key', probes: ['read', 'write'], begin: creating(10, bigBody) },
  { name: 'four long texts', probes: ['read', 'write'], begin: creating(4, longBody) },
  { name: 'exports, one after another', probes: ['read', 'write'], begin: exportMany },
  { name: 'import of 500 articles', probes: ['read', 'write'], begin: importMany },
]

/** Asks again and again, so many at once, until it is stopped. */
async function keepBusy(width: number, ask: (n: number, signal: AbortSignal) => Promise<unknown>): Promise<Running> {
  const over = new AbortController()
  const { signal } = over
  const lane = async (n: number) => {
    while (!signal.aborted) await ask(n, signal).catch(() => undefined)
  }
  const lanes = Array.from({ length: width }, (_, n) => lane(n))
  await new Promise((resolve) => setTimeout(resolve, 500))
  return {
    isOver: () => false,
    async stop() {
      over.abort()
      await Promise.all(lanes)
    },
  }
}

function creating(width: number, content: string) {
  return (place: Place) =>
    keepBusy(width, async (_, signal) => {
      const input = { collectionId: 'articles', title: 'Noise', content }
      await (await call(place, place.noisy, 'createItem', input, signal)).arrayBuffer()
    })
}

async function exportMany(place: Place): Promise<Running> {
  return keepBusy(1, async (_, signal) => {
    const answer = await call(place, place.noisy, 'exportItems', { format: 'jsonl' }, signal)
    const { result } = (await answer.json()) as { result: { jobId: string } }
    await call(place, place.noisy, 'getJob', { jobId: result.jobId, waitSeconds: 20 }, signal)
  })
}

async function holdSockets(url: string, count: number): Promise<Running> {
  const { port } = new URL(url)
  const sockets: Socket[] = []
  let isOver = false
  // A server closes what it has too many of: they come again.
  const open = () => {
    if (isOver) return
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.9' })
    socket.on('error', () => undefined)
    socket.once('close', () => setTimeout(open, 1000))
    socket.write(
      'POST /v2/tools/getItem HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    sockets.push(socket)
  }
  for (let n = 0; n < count; n++) open()
  await new Promise((resolve) => setTimeout(resolve, 500))
  return {
    isOver: () => false,
    async stop() {
      isOver = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function importMany({ dataDir, env, noisy }: Place): Promise<Running> {
  const source = join(dataDir, `../source-${Date.now()}`)
  await mkdir(source)
  for (let n = 0; n < 500; n++)
    await writeFile(join(source, `${n}.md`), `---\ntitle: Article ${n}\n---\n${longBody.slice(n, n + 6000)}\n`)
  let isOver = false
  const running = runCommand(['import', source, '--organization', noisy.slug], env, folder).finally(() => {
    isOver = true
  })
  await new Promise((resolve) => setTimeout(resolve, 2000))
  return {
    isOver: () => isOver,
    // The last load of a server: the rest of it is of no interest, but its files are.
    async stop() {
      await running
      await rm(source, { recursive: true })
    },
  }
}
