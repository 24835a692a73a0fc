import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'

import { expectNoInstallation, refusedStart as refusedIn } from './commands/test-cli.ts'

const slow = { timeout: 120_000 }

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'masthead-server-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const refusedStart = (env: Record<string, string>) => refusedIn({ DATA_DIR: dataDir, ...env })
const on = (change: Partial<URL>) => Object.assign(new URL(serverUrl ?? ''), change).href

describe.skipIf(serverUrl === undefined)('on a server', () => {
  test(
    'a command that needs an installation makes none in an empty database, and says so in one line',
    slow,
    async () => {
      const empty = await createTestDatabase(serverUrl ?? '')

      await expectNoInstallation({ DATA_DIR: dataDir, DATABASE_URL: empty.url }, join(dataDir, 'b'))

      await empty.drop()
    },
  )

  test(
    'a database that does not exist, a user who does not, and an encoding that does not do are named',
    slow,
    async () => {
      const latin = await createTestDatabase(serverUrl ?? '', "encoding 'LATIN1' locale 'C' template template0")

      const missing = await refusedStart({ DATABASE_URL: on({ pathname: '/masthead_nowhere' }) })
      const stranger = await refusedStart({ DATABASE_URL: on({ username: 'masthead_nobody', password: 'wrong' }) })
      const encoding = await refusedStart({ DATABASE_URL: latin.url })

      await latin.drop()
      expect(missing.says).toMatch(/^The database server at .+ has no database masthead_nowhere\. Create it with: .+$/)
      expect(stranger.says).toMatch(/^The database server at .+ (does not let this user in|refuses the password): .+$/)
      expect(encoding.says).toMatch(/^The database has the encoding LATIN1: create it with ENCODING 'UTF8'\.$/)
      expect([missing.code, stranger.code, encoding.code]).toEqual([1, 1, 1])
    },
  )
})
