// A whole server for doors.ts, on a directory of its own: tells its address and a key, and its processor time when asked.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addApiKey } from '#areas/account/index.ts'
import { scopes } from '#kernel/scope.ts'
import { serve } from '#main/serve.ts'
import { runSetUp } from '#main/set-up-command.ts'
import { readConfig } from '#platform/config/config.ts'
import { openLog } from '#platform/log/log.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'masthead-bench-'))
const databaseUrl = process.env['DATABASE_URL']
const { config } = readConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  RATE_LIMIT_STORE: 'memory',
  LOG_LEVEL: 'silent',
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
})
const { log } = openLog({ level: 'silent', format: 'json' })
const onFatal = (error: Error) => {
  throw error
}
const serving = await serve({ config, log, onFatal })
const { installation, url } = serving
const { database } = installation

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
const key = await database.forOrganization(made, 'write', ({ db }) =>
  addApiKey(db, { name: 'bench', scopes, expiresAt, now: new Date() }),
)
await database.asIdentity((db) =>
  db.updateTable('auth.api_keys').set({ rate_per_min: 1_000_000 }).where('id', '=', key.id).execute(),
)

process.on('message', async (message) => {
  if (message === 'cpu') return void process.send?.(process.cpuUsage())
  await serving.close({ delaySeconds: 0 })
  await rm(dataDir, { recursive: true })
  process.disconnect()
})
process.send?.({ url, key: key.secret })
