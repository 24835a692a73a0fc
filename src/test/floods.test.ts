import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { clientOf } from './client.ts'
import { furnish } from './furnish.ts'
import { newPlace } from './new-place.ts'
import type { Place } from './place.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

// A process starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** Addresses of this machine: they are the clients of the server, and have nothing else in common. */
const [noisy, quiet] = ['127.0.0.9', '127.0.0.8'] as const
/** As many as one address may have of the 2,000 connections here. */
const lanes = 200

type Party = { id: string; key: string }

let place: Place
let server: ServerProcess
let flooding: Party
let neighbour: Party
beforeAll(async () => {
  place = await newPlace()
  const pairs = ['noisy', 'quiet'].map((name) => ({ email: `${name}@example.com`, organization: name }))
  await furnish(place.env, ...pairs)
  server = await startProcess({ ...place.env, LOG_LEVEL: 'warn', MAX_CONNECTIONS: '2000', CONTENT_CACHE_MB: '0' })
  flooding = await partyOf('noisy')
  neighbour = await partyOf('quiet')
})
afterAll(async () => {
  await server?.kill()
  await place?.drop()
})

test('1,300 idle sockets of one address reset nobody else', async () => {
  const kept = new Agent({ keepAlive: true, maxSockets: 1, localAddress: quiet })
  const list = `/v1/${neighbour.id}/articles`
  expect(await ask(list, { agent: kept })).toBe(200)
  const flood = holdIdle(1300)
  await expect.poll(flood.opened).toBeGreaterThan(1300)

  const statuses = []
  for (let n = 0; n < 50; n++) statuses.push(await ask(list, { localAddress: quiet }), await ask(list, { agent: kept }))

  expect(flood.closedByServer()).toBeGreaterThan(0)
  flood.end()
  kept.destroy()
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(server.hasEnded()).toBe(false)
})

test.each([
  ['/v1', () => [`/v1/${flooding.id}/articles?page=`, `/v1/${neighbour.id}/articles`, {}, {}] as const],
  [
    '/v2',
    () =>
      [
        '/v2/tools/listItems?n=',
        '/v2/tools/listItems',
        { key: flooding.key, input: {} },
        { key: neighbour.key, input: {} },
      ] as const,
  ],
])('while one organization floods %s another one has its turns', async (_door, paths) => {
  const [busy, calm, asked, own] = paths()
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: quiet })
  expect(await ask(calm, { agent, ...own })).toBe(200)
  const flood = floodWith(busy, asked)
  await expect.poll(flood.answered).toBeGreaterThan(lanes)

  const before: number[] = []
  for (let n = 0; n < 10; n++) {
    const soFar = flood.answered()
    expect(await ask(calm, { agent, ...own })).toBe(200)
    before.push(flood.answered() - soFar)
  }
  await flood.stop()
  agent.destroy()

  // Without turns each call waits for all that were there before it; with them one alone may meet a pause of the process.
  const mean = before.reduce((sum, count) => sum + count) / before.length
  expect(mean, `answered meanwhile: ${before.join(' ')}`).toBeLessThan(lanes / 4)
})

async function partyOf(name: string): Promise<Party> {
  const client = clientOf(server.url)
  const { secret } = await client.newKey(await client.signIn(`${name}@example.com`))
  return { id: (await client.call(secret, 'getOrganization', {})).json.result.id, key: secret }
}

type Asked = { agent?: Agent; localAddress?: string; key?: string; input?: object }

/** The status of one request: 0 when the connection was cut. */
function ask(path: string, { agent, localAddress, key, input }: Asked): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const headers = key === undefined ? {} : { 'Content-Type': 'application/json', 'X-API-Key': key }
  const sent = request(`${server.url}${path}`, {
    method: input === undefined ? 'GET' : 'POST',
    headers,
    ...(agent === undefined ? { agent: false } : { agent }),
    ...(localAddress === undefined ? {} : { localAddress }),
  })
  sent.on('response', (answer) => answer.resume().on('close', () => resolve(answer.statusCode ?? 0)))
  sent.on('error', () => resolve(0))
  sent.end(input === undefined ? undefined : JSON.stringify({ input }))
  return promise
}

/** Sockets that send nothing, and come again whenever the server closes them. */
function holdIdle(count: number) {
  const sockets = new Set<Socket>()
  const { port } = new URL(server.url)
  let [isOver, opened, closed] = [false, 0, 0]
  const open = () => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: noisy }, () => opened++)
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      if (isOver) return
      closed++
      setTimeout(open, 200)
    })
  }
  for (let n = 0; n < count; n++) open()
  return {
    opened: () => opened,
    closedByServer: () => closed,
    end() {
      isOver = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Asks again and again, `lanes` at once, each time at an address of its own, until it is stopped. */
function floodWith(path: string, asked: Asked) {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes, localAddress: noisy })
  const over = new AbortController()
  let [answered, n] = [0, 1]
  const lane = async () => {
    while (!over.signal.aborted) if ((await ask(`${path}${n++}`, { ...asked, agent })) === 200) answered++
  }
  const all = Array.from({ length: lanes }, lane)
  return {
    answered: () => answered,
    async stop() {
      over.abort()
      await Promise.all(all)
      agent.destroy()
    },
  }
}
