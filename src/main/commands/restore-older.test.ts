import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, test, vi } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { migrations, openInstallation } from '#main/installation.ts'
import type { Surroundings } from '#main/surroundings.ts'
import { readConfig } from '#platform/config/config.ts'
import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'
import type { Manifest } from '#platform/database/transfer/backup.ts'

import { asOwner } from './as-owner.ts'
import { backup } from './backup-command.ts'
import { restore } from './restore-command.ts'

// An empty database has every migration run one by one, without a template.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

/** The last migration of an older version. */
const older = '0069_site_audit.sql'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const keys = `k1:${randomBytes(32).toString('base64')}`

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-older-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function surroundings(): Promise<Surroundings> {
  const env: Record<string, string> = { DATA_DIR: await newFolder(), MASTHEAD_KEYS: keys, DB_FSYNC: 'off' }
  if (serverUrl !== undefined) {
    const { url, drop } = await createTestDatabase(serverUrl)
    ends.push(drop)
    env['DATABASE_URL'] = url
  }
  const nothing = () => undefined
  const flush = async () => undefined
  return { config: readConfig(env).config, log: silentLog, flush, flushNow: nothing, say: nothing, warn: nothing }
}

/** A backup of a database of the older version, with an organization and a message. */
async function olderBackup(): Promise<string> {
  const old = await newFolder()
  for (const name of (await readdir(migrations)).filter((name) => name.endsWith('.sql') && name <= older))
    await copyFile(join(migrations, name), join(old, name))
  const at = await surroundings()
  const { config, log } = at
  const fail = (error: Error) => {
    throw error
  }
  await (await openInstallation({ config, log, onFatal: fail, folder: old })).close()
  await asOwner(at, (connection) =>
    connection.send(
      `insert into auth.organizations (id, slug, name) values ('org_a', 'northwind-media', 'Northwind Media');
      insert into app.delivery (organization_id, id, message_id, endpoint, url, reason, subjects, body)
      values ('org_a', 'dlv_a', 'msg_a', 'e', 'https://example.com/', 'test', '{}', 'the message')`,
    ),
  )
  const folder = join(await newFolder(), 'backup')
  await backup([folder], at)
  return folder
}

test('a backup of an older version is loaded into its own tables, compared there, and migrated then', async () => {
  const folder = await olderBackup()
  const target = await surroundings()

  expect(await restore([folder], target)).toBe(0)

  const found = await asOwner(target, async (connection) => {
    const { rows } = await connection.query(`select (select name from masthead.migration order by number desc limit 1),
      (select body from app.delivery), (select request_id from app.delivery) as request, (select slug from auth.organizations)`)
    return rows[0]
  })
  const newest = (await readdir(migrations)).toSorted().at(-1)
  expect(newest).not.toBe(older)
  expect(found).toEqual({ name: newest, body: 'the message', request: null, slug: 'northwind-media' })
  await expect(restore([folder], target)).rejects.toThrow('The database is not empty')
  await asOwner(target, (connection) => connection.send('delete from app.delivery; delete from auth.organizations'))
  await expect(restore([folder], target)).rejects.toThrow(`and this one has ${newest}: restore it into a new one`)
})

test('a backup of a newer version is refused before anything is made', async () => {
  const folder = await olderBackup()
  const path = join(folder, 'manifest.json')
  const { checksum: _, ...manifest } = JSON.parse(await readFile(path, 'utf8')) as Manifest & { checksum: string }
  await writeFile(path, JSON.stringify({ ...manifest, migration: '9999_of_tomorrow.sql' }))
  const target = await surroundings()

  await expect(restore([folder], target)).rejects.toThrow('was made by a newer Masthead')

  expect(await readdir(target.config.dataDir)).toEqual([])
})
