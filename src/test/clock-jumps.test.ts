import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { afterEach, expect, test, vi } from 'vitest'

import { type Client, clientOf } from './client.ts'
import { furnish } from './furnish.ts'
import { newPlace } from './new-place.ts'
import { runCommand, type ServerProcess, startProcess } from './server-process.ts'

// A process starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const email = 'owner@example.com'
const hour = 3_600_000
const patience = { timeout: 60_000 }

// With the embedded engine the database jumps with the process; on PostgreSQL it is a node whose clock is wrong.
test('a clock that jumps an hour ahead and back ends nothing, holds nothing up, and lets no record look forged', async () => {
  const place = await newPlace()
  ends.push(place.drop)
  const clock = join(place.dataDir, 'clock')
  const set = (shift: number) => writeFile(clock, String(shift))
  await set(0)
  const preload = `--import=${join(import.meta.dirname, 'shifted-clock.mjs')}`
  const env = { ...place.env, SHIFTED_CLOCK: clock, NODE_OPTIONS: preload }
  await furnish(place.env, { email, organization: 'Northwind Media' })
  let server = await start(env)
  let client = clientOf(server.url)
  const cookie = await client.signIn(email)
  const { secret } = await client.newKey(cookie)
  const input = { collectionId: 'articles', title: 'Once' }
  const create = async () => (await client.call(secret, 'createItem', input, { idempotencyKey: 'once' })).text
  const [first, scheduled] = [await create(), await idOf(client, secret, 'Later')]
  const publishAt = new Date(Date.now() + hour / 2).toISOString()
  const { status, text } = await client.call(secret, 'scheduleItem', { id: scheduled, publishAt }, { confirm: true })
  expect(status, text).toBe(200)

  for (const shift of [hour, 0, -hour, 0]) {
    await set(shift)
    // The server and the thread of an embedded engine at least; those that render may come later.
    await expect.poll(async () => (await readBy(clock, server.pid))[0], patience).toBe(String(shift))
    await expect.poll(async () => new Set(await readBy(clock, server.pid)), patience).toEqual(new Set([String(shift)]))
    const each = Array.from({ length: 20 }, () => client.call(secret, 'listItems', {}))
    expect((await Promise.all(each)).map((answer) => answer.status)).toEqual(Array<number>(20).fill(200))
    expect((await client.inApp(cookie, 'getOrganization', {})).status).toBe(200)
    expect(await create()).toBe(first)
    const { json } = await client.call(secret, 'exportItems', { format: 'jsonl' })
    await expect.poll(() => stateOfJob(client, secret, json.result.jobId), patience).toBe('succeeded')
    // The time of the item has come, by the clock of the database.
    if (shift === hour && place.env['DATABASE_URL'] === undefined)
      await expect.poll(() => statusOf(client, secret, scheduled), patience).toBe('published')
  }
  await server.stop()

  await set(hour + 300_000)
  server = await start({ ...env, LOG_LEVEL: 'info' })
  const hasSealed = () => server.lines.some((line) => line.includes('audit sealed'))
  if (place.env['DATABASE_URL'] === undefined) await expect.poll(hasSealed, patience).toBe(true)
  await server.stop()
  await set(0)
  server = await start(env)
  client = clientOf(server.url)
  await idOf(client, secret, 'After')
  await server.stop()
  const verified = await runCommand(['audit', 'verify'], env)
  expect(verified.output).not.toContain('was changed or added')
  expect(verified.code, verified.output).toBe(0)
})

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startProcess(env)
  ends.push(server.kill)
  return server
}

/** What each thread of a process has read of the file. */
async function readBy(clock: string, pid: number): Promise<string[]> {
  const names = (await readdir(dirname(clock))).filter((name) => name.startsWith(`${basename(clock)}.${pid}.`))
  return Promise.all(names.map((name) => readFile(join(dirname(clock), name), 'utf8')))
}

async function idOf(client: Client, key: string, title: string): Promise<string> {
  const { status, json, text } = await client.call(key, 'createItem', { collectionId: 'articles', title })
  expect(status, text).toBe(200)
  return json.result.item.id
}

async function stateOfJob(client: Client, key: string, jobId: string): Promise<string> {
  return (await client.call(key, 'getJob', { jobId })).json.result.state
}

async function statusOf(client: Client, key: string, id: string): Promise<string> {
  return (await client.call(key, 'getItem', { id })).json.result.item.status
}
