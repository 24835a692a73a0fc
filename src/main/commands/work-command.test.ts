import { afterAll, beforeAll, expect, test } from 'vitest'

import { password } from '#test/client.ts'
import { newPlace } from '#test/new-place.ts'
import type { Place } from '#test/place.ts'

import { runCli, startCli } from './test-cli.ts'

// None of them is given a server: one engine is enough (tests.md#one-engine-is-enough).

let place: Place
beforeAll(async () => {
  place = await newPlace()
})
afterAll(() => place.drop())

test('work warns as the server does, and a second signal ends it at once, whichever it is', async () => {
  const env = { DATA_DIR: place.dataDir, ALLOW_PRIVATE_NETWORK: '10.0.0.0/8' }

  const first = await startCli(env, 'work')
  expect(first.lines.join('\n')).toContain('private networks are open')
  expect(await first.stop('SIGTERM')).toBe(0)

  const second = await startCli(env, 'work')
  expect(await second.stop('SIGTERM', 'SIGINT')).toBe(1)
}, 240_000)

test('the work of a night is done by the server that runs, or here where none does', async () => {
  const env = { DATA_DIR: place.dataDir }
  const setUp = ['--email', 'night@example.com', '--password', password, '--organization', 'Night Press']
  expect((await runCli(['setup', ...setUp], env)).code).toBe(0)
  const night = { code: 0, stdout: expect.stringContaining('night-press: succeeded') as string, stderr: '' }
  expect(await runCli(['work', '--nightly'], env)).toEqual(night)

  const server = await startCli(env)
  expect(await runCli(['work', '--nightly'], env)).toEqual(night)
  expect(await server.stop()).toBe(0)
}, 240_000)
