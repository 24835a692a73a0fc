import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { clientOf, password } from './client.ts'
import { newPlace } from './new-place.ts'
import type { Place } from './place.ts'
import { runCommand, type ServerProcess, startProcess } from './server-process.ts'
import { openWordpress } from './standins/wordpress.ts'

// A process starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const email = 'owner@example.com'
const items = Number(process.env['CRASHED_PUSHES'] ?? 40)
const patience = { timeout: 240_000, interval: 100 }

let place: Place
let server: ServerProcess | undefined
let site: Awaited<ReturnType<typeof openWordpress>>
beforeEach(async () => {
  place = await newPlace()
  site = await openWordpress()
  const setUp = ['setup', '--email', email, '--password', password, '--organization', 'Copy Press']
  const { code, output } = await runCommand(setUp, place.env)
  expect(code, output).toBe(0)
})
afterEach(async () => {
  await server?.kill()
  await site.close()
  await place.drop()
})

test('a server that is killed while it pushes makes no second copy, and loses none', async () => {
  const env = { ...place.env, ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' }
  server = await startProcess(env)
  let client = clientOf(server.url)
  const cookie = await client.signIn(email)
  const person = async (operation: string, input: object) => {
    const answer = await client.inApp(cookie, operation, input, { confirm: true })
    expect(answer.status, answer.text).toBe(200)
    return answer.json?.result
  }
  for (let n = 0; n < items; n++)
    await person('createItem', { collectionId: 'articles', title: `Copy ${n}`, content: 'Text.', status: 'published' })
  await person('setConnectorSecret', site.given)
  const { jobId } = await person('setContentMode', { mode: 'wordpress', migrate: 'push_published' })

  // Twice in the middle, at any point of a push.
  for (const part of [0.25, 0.6]) {
    await expect.poll(() => site.posts.size, patience).toBeGreaterThan(items * part)
    await server.kill()
    server = await startProcess(env)
    client = clientOf(server.url)
  }
  await expect.poll(async () => (await person('getJob', { jobId })).state, patience).toBe('succeeded')

  const posts = [...site.posts.values()]
  expect(posts.map(({ title }) => title).toSorted()).toEqual(
    Array.from({ length: items }, (_, n) => `Copy ${n}`).toSorted(),
  )
  expect(new Set(posts.map(({ meta }) => meta['masthead_item_id'])).size).toBe(items)
  expect((await person('getConnectorState', {})).contentMode).toBe('wordpress')
})
