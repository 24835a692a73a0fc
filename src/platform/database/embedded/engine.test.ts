import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { DatabaseGone, sqlStateOf } from '#platform/database/database-gone.ts'
import { makeEmptyDirectory } from '#test/empty-database.ts'

import { openEmbeddedPool } from './embedded-pool.ts'
import { openEngine } from './engine.ts'
import type { EngineOptions } from './engine.ts'

// An engine opens in 0.3 s; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fresh: string
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  fresh = await mkdtemp(join(tmpdir(), 'masthead-fresh-'))
  makeEmptyDirectory(join(fresh, 'database'))
})

afterAll(() => rm(fresh, { recursive: true, force: true }))

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function stage(options: Partial<EngineOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-engine-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  await cp(fresh, folder, { recursive: true })
  return open(join(folder, 'database'), options)
}

async function open(directory: string, options: Partial<EngineOptions> = {}) {
  const fatal = Promise.withResolvers<Error>()
  const engine = await openEngine({ directory, fsync: true, log: silentLog, onFatal: fatal.resolve, ...options })
  const pool = openEmbeddedPool({ connect: engine.connect, statements: 'named', log: silentLog })
  const close = async () => {
    await pool.end()
    await engine.close()
  }
  ends.push(close)
  return { engine, pool, directory, fatal: fatal.promise, close }
}

const tooDeep = '['.repeat(200_000) + ']'.repeat(200_000)

test('a transaction with its own role, named statements, an error and 3 MB works through the thread, and lasts', async () => {
  const { pool, directory, close } = await stage()
  await pool.use(async (connection) => {
    await connection.send(
      'create role visitor; create table note (id int primary key, body jsonb); grant insert, select on note to visitor',
    )
    await connection.send("BEGIN; SET LOCAL ROLE visitor; SET LOCAL app.organization_id = 'org_1'")
    await connection.query('insert into note values ($1, $2)', [1, JSON.stringify({ big: 'x'.repeat(3_000_000) })])
    await connection.send('SAVEPOINT one')
    const twice = await connection.query('insert into note values ($1, $2)', [1, null]).catch((error: unknown) => error)
    await connection.send('ROLLBACK TO one; COMMIT')
    expect(sqlStateOf(twice)).toBe('23505')
  })
  await close()

  const again = await open(directory)
  const { rows } = await again.pool.use((connection) =>
    connection.query('select body, current_user::text as role from note'),
  )

  expect(rows).toEqual([{ body: { big: 'x'.repeat(3_000_000) }, role: 'postgres' }])
})

test('every commit is synced to disk, and new WAL segments with their directory', async () => {
  const { pool, engine } = await stage()
  await pool.use((connection) => connection.send('create table note (id int, body text)'))
  const before = engine.counts()

  for (let id = 0; id < 50; id++)
    await pool.use((connection) => connection.query('insert into note values ($1, $2)', [id, '']))
  const after = engine.counts()
  await pool.use((connection) =>
    connection.send(
      'insert into note select n, repeat(md5(n::text), 200) from generate_series(1, 6000) n; insert into note select * from note',
    ),
  )

  expect(after.syncedFiles - before.syncedFiles).toBeGreaterThanOrEqual(50)
  expect(after.syncedFiles - before.syncedFiles).toBeLessThan(60)
  expect(engine.counts().syncedDirectories).toBeGreaterThan(after.syncedDirectories)
})

test('without fsync nothing is synced', async () => {
  const { pool, engine } = await stage({ fsync: false })

  await pool.use((connection) => connection.send('create table note (id int)'))

  expect(engine.counts().syncedFiles).toBe(0)
})

test('after an abort of the engine nothing of the transaction is stored, and the next query is answered', async () => {
  const { pool, engine } = await stage()
  await pool.use((connection) =>
    connection.send('create table note (id int, body jsonb); insert into note values (1, null)'),
  )

  const connection = await pool.acquire()
  await connection.send('BEGIN; insert into note values (2, null)')
  const error = await connection.query('insert into note values (3, $1)', [tooDeep]).catch((cause: unknown) => cause)
  const more = await connection.send('COMMIT').catch((cause: unknown) => cause)
  connection.release()
  await engine.whenOpen()
  const { rows } = await pool.use((next) => next.query('select id from note'))

  expect(error).toBeInstanceOf(DatabaseGone)
  expect(error).toMatchObject({ reason: 'aborted' })
  expect(more).toBe(error)
  expect(rows).toEqual([{ id: 1 }])
  expect(engine.counts().aborts).toBe(1)
})

test('three aborts within ten minutes end the engine with the way to restore', async () => {
  const { pool, engine, fatal } = await stage()

  for (let n = 0; n < 3; n++) {
    await engine.whenOpen()
    await pool.use((connection) => connection.query('select $1::jsonb', [tooDeep])).catch(() => undefined)
  }
  const error = await fatal
  const refused = await pool.acquire().catch((cause: unknown) => cause)

  expect(error.message).toContain('masthead restore --snapshot latest')
  expect(engine.isOpen()).toBe(false)
  expect(refused).toBeInstanceOf(DatabaseGone)
})

test('a statement that runs too long is ended with its thread, and the engine opens again', async () => {
  const { pool, engine } = await stage({ statementLimit: 500 })

  const error = await pool
    .use((connection) => connection.query('select count(*) from generate_series(1, 3000000000) n'))
    .catch((cause: unknown) => cause)
  await engine.whenOpen()
  const { rows } = await pool.use((connection) => connection.query('select 1 as one'))

  expect(error).toMatchObject({ name: 'DatabaseGone', reason: 'timeout' })
  expect(rows).toEqual([{ one: 1 }])
})

test('the engine can be closed for a while, and callers wait for it', async () => {
  const { pool, engine } = await stage()

  const wasOpen = await engine.whileClosed(async () => engine.isOpen())
  const { rows } = await pool.use((connection) => connection.query('select 1 as one'))

  expect(wasOpen).toBe(false)
  expect(rows).toEqual([{ one: 1 }])
})

test('a directory that cannot be opened is named with the way to restore', async () => {
  const { directory, close } = await stage()
  await close()
  await writeFile(join(directory, 'global', 'pg_control'), 'not what the engine expects')

  await expect(open(directory)).rejects.toThrow(`The database in ${directory} cannot be opened. If this repeats`)
})

test('segments of the log that were made ahead are written by the engine, and read after it was killed', async () => {
  const { pool, engine, directory } = await stage()
  const wal = join(directory, 'pg_wal')
  const segments = async () => (await readdir(wal)).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted()
  const current = async () => {
    const text = 'select pg_walfile_name(pg_current_wal_insert_lsn()) as name'
    const { rows } = await pool.use((connection) => connection.query<{ name: string }>(text))
    return rows[0]?.name ?? ''
  }
  const fill = () =>
    pool.use((connection) =>
      connection.send(`insert into note select string_agg(md5(random()::text), '') from generate_series(1, 250000)`),
    )
  await pool.use((connection) => connection.send('create table note (text text)'))
  const first = await current()
  let filled = 0
  for (; (await current()) === first; filled++) await fill()

  const begun = await current()
  await expect.poll(async () => (await segments()).filter((name) => name > begun)).toHaveLength(3)
  const inodes = new Map(
    await Promise.all((await segments()).map(async (name) => [name, await inodeOf(name)] as const)),
  )
  for (; (await current()) === begun; filled++) await fill()
  const used = await current()
  engine.reportDeath('it ends here')
  await engine.whenOpen()

  const { rows } = await pool.use((connection) => connection.query('select count(*)::int as filled from note'))
  expect(rows).toEqual([{ filled }])
  expect(await inodeOf(used)).toBe(inodes.get(used))

  async function inodeOf(name: string) {
    return (await stat(join(wal, name))).ino
  }
})
