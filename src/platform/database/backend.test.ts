import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { makeEmptyDirectory } from '#test/empty-database.ts'

import { openDatabase, openMemoryDatabase } from './backend.ts'
import type { Backend } from './backend.ts'
import { createTestDatabase, serverUrl } from './test-server.ts'

// An engine opens in 0.3 s; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fresh: string
let folder: string
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  fresh = await mkdtemp(join(tmpdir(), 'masthead-fresh-'))
  makeEmptyDirectory(join(fresh, 'database'))
})
afterAll(() => rm(fresh, { recursive: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-backend-'))
  await writeMigration(
    '0001_first.sql',
    'create extension pg_trgm; create table note (id int primary key); insert into note values (1)',
  )
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  await rm(folder, { recursive: true })
})

const writeMigration = async (name: string, sql: string) => {
  await mkdir(join(folder, 'migrations'), { recursive: true })
  await writeFile(join(folder, 'migrations', name), sql)
}

/** On a copy of an empty database: making one takes seconds. */
async function openCopy(onFatal?: (error: Error) => void) {
  await cp(fresh, join(folder, 'data'), { recursive: true })
  return open(onFatal)
}

async function open(onFatal: (error: Error) => void = () => {}) {
  const backend = await openDatabase({
    dataDir: join(folder, 'data'),
    fsync: true,
    migrations: join(folder, 'migrations'),
    statements: 'named',
    log: silentLog,
    onFatal,
  })
  ends.push(backend.close)
  return backend
}

const ask = async (backend: Backend, text: string) =>
  (await backend.pools.app.use((connection) => connection.query(text))).rows

test(
  'an embedded database is made, locked, migrated, described and kept; a migration of one with data is preceded by a snapshot',
  { timeout: 120_000 },
  async () => {
    const first = await open()
    expect(first.pools.app).toBe(first.pools.auth)
    expect(await first.ready()).toBe(true)
    expect(await first.facts()).toMatchObject({
      kind: 'pglite',
      encoding: 'UTF8',
      ctype: 'C.UTF-8',
      extensions: { pg_trgm: expect.any(String) },
      embedded: { fsync: true, aborts: 0, directory: join(folder, 'data', 'database') },
    })
    await expect(open()).rejects.toThrow(`server is running (pid ${process.pid})`)
    await first.close()
    ends.length = 0
    await writeMigration('0002_second.sql', 'alter table note add column text text')

    const second = await open()

    expect(await ask(second, 'select * from note')).toEqual([{ id: 1, text: null }])
    const [snapshot = ''] = await readdir(join(folder, 'data', 'snapshots'))
    expect(snapshot).toMatch(/Z-before-0002$/)
    expect(await readFile(join(folder, 'data', 'snapshots', snapshot, 'PG_VERSION'), 'utf8')).toBe('18\n')
  },
)

test('a snapshot opens in the place of the database', async () => {
  const first = await openCopy()
  await first.close()
  await writeMigration('0002_second.sql', 'drop table note')
  const second = await open()
  await second.close()
  ends.length = 0
  const [snapshot = ''] = await readdir(join(folder, 'data', 'snapshots'))
  await rm(join(folder, 'data', 'database'), { recursive: true })
  await rename(join(folder, 'data', 'snapshots', snapshot), join(folder, 'data', 'database'))
  await rm(join(folder, 'migrations', '0002_second.sql'))

  const restored = await open()

  expect(await ask(restored, 'select * from note')).toEqual([{ id: 1 }])
})

test('a process that loses the lock stops at once and says so', async () => {
  const fatal = Promise.withResolvers<Error>()
  const backend = await openCopy(fatal.resolve)

  await rm(join(folder, 'data', 'lock'))
  const error = await fatal.promise
  const refused = await ask(backend, 'select 1').catch((cause: unknown) => cause)

  expect(error.message).toContain('Another process has taken the data directory')
  expect(refused).toMatchObject({ name: 'DatabaseGone' })
  expect(await backend.ready()).toBe(false)
})

test('a failed migration closes everything, so that the next start is not refused', async () => {
  await writeMigration('0002_second.sql', 'select 1 / 0')
  await expect(openCopy()).rejects.toThrow('Migration 0002_second.sql failed and was rolled back')
  await rm(join(folder, 'migrations', '0002_second.sql'))

  const backend = await open()

  expect(await ask(backend, 'select * from note')).toEqual([{ id: 1 }])
})

test('a memory database opens on the packed template of another', async () => {
  const model = await openMemoryDatabase({ log: silentLog, migrations: join(folder, 'migrations') })
  const template = await model.pack()
  await model.close()

  const copy = await openMemoryDatabase({ log: silentLog, template })
  ends.push(copy.close)

  expect(await ask(copy, 'select * from note')).toEqual([{ id: 1 }])
  expect(await copy.facts()).toMatchObject({ kind: 'pglite', embedded: null })
})

test.runIf(serverUrl !== undefined)('a server is opened by its URL (skipped without DATABASE_URL)', async () => {
  const database = await createTestDatabase(serverUrl ?? '')
  ends.push(database.drop)
  await writeMigration(
    '0001_first.sql',
    `do $$ declare name text; begin foreach name in array array['masthead_app', 'masthead_auth', 'masthead_system'] loop
      begin execute format('create role %I nologin', name); exception when duplicate_object or unique_violation then null; end;
    end loop; end $$;`,
  )
  const backend = await openDatabase({
    databaseUrl: database.url,
    secrets: { encrypt: (plain) => plain, decrypt: (sealed) => sealed },
    migrations: join(folder, 'migrations'),
    poolMax: 2,
    statements: 'named',
    log: silentLog,
  })
  ends.push(backend.close)

  expect(await backend.ready()).toBe(true)
  expect(await backend.facts()).toMatchObject({ kind: 'postgres', encoding: 'UTF8', embedded: null })

  const full = ask(backend, "do $$ begin raise exception 'no space' using errcode = '53100'; end $$")
  await expect(full).rejects.toMatchObject({ name: 'DatabaseGone', reason: 'full' })
  expect(await backend.ready()).toBe(false)
  expect(await ask(backend, 'select 1 as one')).toEqual([{ one: 1 }])
})
