import { afterAll, beforeAll, expect, test } from 'vitest'

import { newPlace } from '#test/new-place.ts'
import type { Place } from '#test/place.ts'

import { startCli } from './test-cli.ts'

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
