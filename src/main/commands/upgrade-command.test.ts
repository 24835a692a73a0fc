import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { migrations, openInstallation } from '#main/installation.ts'
import { readConfig } from '#platform/config/config.ts'
import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'

import { upgrade } from './upgrade-command.ts'

// An empty database has every migration run one by one, without a template.
vi.setConfig({ testTimeout: 240_000 })

test('masthead upgrade brings an older database up to date after a copy, says what it did, and does nothing the next time', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-upgrade-'))
  const older = await mkdtemp(join(tmpdir(), 'masthead-older-'))
  const server = serverUrl === undefined ? undefined : await createTestDatabase(serverUrl)
  const { config } = readConfig({
    DATA_DIR: dataDir,
    DB_FSYNC: 'off',
    ...(server === undefined ? {} : { DATABASE_URL: server.url }),
  })
  const said: string[] = []
  const tell = (line: string) => void said.push(line)
  const surroundings = { config, log: silentLog, flush: async () => {}, flushNow: () => {}, say: tell, warn: tell }
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted()
  const missing = names.slice(-2)
  try {
    for (const name of names.slice(0, -2)) await copyFile(join(migrations, name), join(older, name))
    const onFatal = (error: Error) => {
      throw error
    }
    await (await openInstallation({ config, log: silentLog, onFatal, folder: older })).close()

    const code = await upgrade([], surroundings)
    const first = said.splice(0).join('\n')
    await upgrade([], surroundings)

    expect(code, first).toBeLessThan(2)
    expect(first).toContain(`2 migrations are missing: ${missing.join(', ')}.`)
    expect(said.join('\n')).not.toContain('missing:')
    const snapshots = await readdir(join(dataDir, 'snapshots')).catch(() => [])
    expect(snapshots.filter((name) => name.includes('-before-'))).toHaveLength(server === undefined ? 1 : 0)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
    await rm(older, { recursive: true, force: true })
    await server?.drop()
  }
})
