import { afterEach, describe, expect, test, vi } from 'vitest'

import { serverAddress } from '#platform/database/server-address.ts'
import { serverUrl } from '#platform/database/test-server.ts'

import { clientOf, password } from './client.ts'
import { newPlace } from './new-place.ts'
import type { Place } from './place.ts'
import { hasPooler, startPooler } from './pooler.ts'
import { runCommand, type ServerProcess, startProcess } from './server-process.ts'
import { hangingLink } from './standins/hanging-link.ts'

// A process starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const email = 'owner@example.com'
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describe.runIf(serverUrl !== undefined && hasPooler)('behind PgBouncer in transaction mode (needs both)', () => {
  test.each([
    ['without a way around it', () => ({})],
    ['with DATABASE_DIRECT_URL', (direct: string) => ({ DATABASE_DIRECT_URL: direct })],
  ])('two nodes start, write and see what the other one wrote, %s', async (_case, around) => {
    const place = await newEmptyPlace()
    const direct = place.env['DATABASE_URL'] ?? ''
    const pooler = await startPooler(direct)
    ends.push(pooler.stop)
    const env = {
      ...place.env,
      DATABASE_URL: pooler.through(direct),
      DATABASE_STATEMENTS: 'unnamed',
      ...around(direct),
    }
    await setUp(env)
    const nodes = await Promise.all([start(env), start(env)])
    const [one, other] = nodes.map(({ url }) => clientOf(url))
    const key = (await one?.newKey(await one.signIn(email)))?.secret ?? ''

    const made = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        (n % 2 === 0 ? one : other)?.call(key, 'createItem', { collectionId: 'articles', title: `Article ${n}` }),
      ),
    )
    const id: string = made[0]?.json.result.item.id
    const published = await one?.call(key, 'publishItem', { id }, { confirm: true })

    expect(made.map((answer) => answer?.status)).toEqual(made.map(() => 200))
    expect(published?.status, published?.text).toBe(200)
    const { id: organizationId } = (await one?.call(key, 'getOrganization', {}))?.json.result ?? {}
    const list = `/v1/${organizationId}/articles`
    await expect.poll(async () => (await other?.send(list))?.json.data?.length).toBe(1)
    expect(nodes.map((node) => node.hasEnded())).toEqual([false, false])
  })
})

describe.runIf(serverUrl !== undefined)('with a database server that falls silent', () => {
  test('every call is answered with 503 within its 20 s, readiness within a second, and all goes on by itself', async () => {
    const place = await newEmptyPlace()
    const direct = place.env['DATABASE_URL'] ?? ''
    const link = await hangingLink(serverAddress(direct))
    ends.push(link.close)
    const env = { ...place.env, DATABASE_URL: Object.assign(new URL(direct), { host: `127.0.0.1:${link.port}` }).href }
    await setUp(env)
    const server = await start(env)
    const client = clientOf(server.url)
    const cookie = await client.signIn(email)
    const { secret } = await client.newKey(cookie)
    expect((await client.call(secret, 'listItems', {})).status).toBe(200)

    link.hang()
    const began = performance.now()
    const ask = async () => {
      const { status, headers } = await client.call(secret, 'listItems', {})
      return { status, retryAfter: headers.has('retry-after'), seconds: (performance.now() - began) / 1000 }
    }
    const [answers, ready] = await Promise.all([
      Promise.all(Array.from({ length: 40 }, ask)),
      client.send('/readyz').then(({ status }) => ({ status, seconds: (performance.now() - began) / 1000 })),
    ])

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(answers.every(({ retryAfter }) => retryAfter)).toBe(true)
    expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(22)
    expect(ready.status).toBe(503)
    expect(ready.seconds).toBeLessThan(3)

    link.goOn()
    await expect.poll(async () => (await client.call(secret, 'listItems', {})).status).toBe(200)
    expect(server.hasEnded()).toBe(false)
  })
})

async function newEmptyPlace(): Promise<Place> {
  const place = await newPlace()
  ends.push(place.drop)
  return place
}

async function setUp(env: Record<string, string>): Promise<void> {
  const { code, output } = await runCommand(
    ['setup', '--email', email, '--password', password, '--organization', 'Northwind Media'],
    env,
  )
  expect(code, output).toBe(0)
}

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const node = await startProcess(env)
  ends.push(node.kill)
  return node
}
