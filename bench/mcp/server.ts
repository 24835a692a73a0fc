// A whole server for doors.ts, on a directory and a database of its own: reports its address and a key, and ends on request.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addApiKey } from '#areas/account/index.ts'
import { scopes } from '#kernel/scope.ts'
import { serve } from '#main/serve.ts'
import { runSetUp } from '#main/commands/set-up-command.ts'
import { readConfig } from '#platform/config/config.ts'
import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'
import { openLog } from '#platform/log/log.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'masthead-bench-'))
const database = serverUrl === undefined ? undefined : await createTestDatabase(serverUrl)
const { config } = readConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  ...(database === undefined ? {} : { DATABASE_URL: database.url }),
})
const { log } = openLog({ level: 'silent', format: 'json' })
const onFatal = (error: Error) => {
  throw error
}
const serving = await serve({ config, log, onFatal })
const { installation, url } = serving

const made = await runSetUp(
  {
    email: `bench-${Date.now()}@example.com`,
    password: 'a horse on a quiet hill',
    organization: `Bench ${Date.now()}`,
    demo: false,
  },
  { ...installation, baseUrl: () => url, log },
)
const expiresAt = new Date(Date.now() + 86_400_000)
const key = await installation.database.forOrganization(made, 'write', ({ db }) =>
  addApiKey(db, { name: 'bench', scopes, expiresAt, now: new Date() }),
)
await installation.database.asIdentity((db) =>
  db.updateTable('auth.api_keys').set({ rate_per_min: 1_000_000 }).where('id', '=', key.id).execute(),
)

process.once('message', async () => {
  await serving.close({ delaySeconds: 0 })
  await database?.drop()
  await rm(dataDir, { recursive: true })
  process.disconnect()
})
process.send?.({ url, key: key.secret })
