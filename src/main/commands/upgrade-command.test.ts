import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { expect, test, vi } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { migrations, openInstallation } from '#main/installation.ts'
import { readConfig } from '#platform/config/config.ts'
import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'
import { makeEmptyDirectory } from '#test/empty-database.ts'
import { killCommand } from '#test/server-process.ts'

import { upgrade } from './upgrade-command.ts'

// An empty database has every migration run one by one, without a template.
vi.setConfig({ testTimeout: 240_000 })

test('masthead upgrade brings an older database up to date after a copy, also after it was killed on its way, and does nothing the next time', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-upgrade-'))
  const older = await mkdtemp(join(tmpdir(), 'masthead-older-'))
  const server = serverUrl === undefined ? undefined : await createTestDatabase(serverUrl)
  const env = {
    DATA_DIR: dataDir,
    DB_FSYNC: 'off',
    LOG_FORMAT: 'json',
    ...(server === undefined ? {} : { DATABASE_URL: server.url }),
  }
  const { config } = readConfig(env)
  const said: string[] = []
  const tell = (line: string) => void said.push(line)
  const surroundings = { config, log: silentLog, flush: async () => {}, flushNow: () => {}, say: tell, warn: tell }
  const copies = async () =>
    (await readdir(join(dataDir, 'snapshots')).catch(() => [])).filter((name) => name.includes('-before-'))
  const holder = server === undefined ? undefined : new pg.Client({ connectionString: server.url })
  // It copies an embedded database first; on a server its first migration waits to be noted.
  const hasBegun = async () =>
    holder === undefined
      ? (await copies()).length > 0
      : (await holder.query(`select from pg_locks where not granted and relation = 'masthead.migration'::regclass`))
          .rowCount !== 0
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted()
  const missing = names.slice(-6)
  try {
    if (server === undefined) await makeEmptyDirectory(join(dataDir, 'database'))
    for (const name of names.slice(0, -6)) await copyFile(join(migrations, name), join(older, name))
    const onFatal = (error: Error) => {
      throw error
    }
    await (await openInstallation({ config, log: silentLog, onFatal, folder: older })).close()
    await holder?.connect()
    await holder?.query('begin; lock table masthead.migration in share mode')

    const killed = await killCommand(['upgrade'], env, hasBegun)
    expect(killed.code, killed.output).toBe(null)
    expect(killed.output).toContain(`6 migrations are missing: ${missing.join(', ')}.`)

    await holder?.query('rollback')

    const code = await upgrade([], surroundings)
    const first = said.splice(0).join('\n')
    await upgrade([], surroundings)

    expect(code, first).toBeLessThan(2)
    expect(first).toContain(missing.at(-1))
    expect(said.join('\n')).not.toContain('missing:')
    expect((await copies()).length > 0).toBe(server === undefined)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
    await rm(older, { recursive: true, force: true })
    await holder?.end()
    await server?.drop()
  }
})
