import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startCli } from './test-cli.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-work-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('work warns as the server does, and a second signal ends it at once, whichever it is', async () => {
  const env = { DATA_DIR: join(folder, 'data'), ALLOW_PRIVATE_NETWORK: '10.0.0.0/8' }

  const first = await startCli(env, 'work')
  expect(first.lines.join('\n')).toContain('private networks are open')
  expect(await first.stop('SIGTERM')).toBe(0)

  const second = await startCli(env, 'work')
  expect(await second.stop('SIGTERM', 'SIGINT')).toBe(1)
}, 240_000)
