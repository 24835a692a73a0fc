import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { openEmptyEngine } from '#test/empty-database.ts'

import { openEmbeddedPool } from './embedded/embedded-pool.ts'
import { migrate } from './migrate.ts'
import type { MigrateOptions } from './migrate.ts'
import { openPool } from './pool.ts'
import type { DatabasePool } from './pool.ts'
import { createTestDatabase, serverUrl } from './test-server.ts'

type Engine = { pool: DatabasePool; kind: 'pglite' | 'postgres'; end: () => Promise<void> }

async function pglite(): Promise<Engine> {
  const engine = await openEmptyEngine()
  const pool = openEmbeddedPool({ connect: engine.connect, statements: 'named', log: silentLog })
  return { pool, kind: 'pglite', end: () => pool.end().then(engine.close) }
}

async function postgres(): Promise<Engine> {
  const database = await createTestDatabase(serverUrl ?? '')
  const pool = openPool({ config: { connectionString: database.url, max: 4 }, statements: 'named', log: silentLog })
  return { pool, kind: 'postgres', end: () => pool.end().then(database.drop) }
}

const engines = [
  { name: 'PGlite', open: pglite, isThere: true },
  { name: 'PostgreSQL (skipped without DATABASE_URL)', open: postgres, isThere: serverUrl !== undefined },
]

describe.for(engines)('migrations on $name', ({ open, isThere }) => {
  let engine: Engine
  let folder: string

  beforeEach(async () => {
    if (!isThere) return
    folder = await mkdtemp(join(tmpdir(), 'masthead-migrations-'))
    await write(
      '0001_first.sql',
      'create table first (id int primary key, name text); insert into first values (1, $$a;b$$);',
    )
    engine = await open()
  })

  afterEach(async () => {
    if (!isThere) return
    await engine.end()
    await rm(folder, { recursive: true })
  })

  const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
  const run = (options: Partial<MigrateOptions> = {}) =>
    migrate(() => engine.pool.acquire(), { folder, kind: engine.kind, log: silentLog, ...options })
  const ask = (sql: string) => engine.pool.use(async (connection) => (await connection.query(sql)).rows)

  test.runIf(isThere)(
    'each file runs once, in order, and a snapshot is only asked for a database that has a history',
    async () => {
      const snapshots: string[][] = []
      const before: MigrateOptions['before'] = async (pending) => void snapshots.push(pending.map((each) => each.name))

      const one = await run({ before })
      await write('0002_second.sql', '-- A word before.\nalter table first add column note text;')
      const two = await run({ before })
      const none = await run({ before })

      expect([one.applied, two.applied, none.applied]).toEqual([['0001_first.sql'], ['0002_second.sql'], []])
      expect(snapshots).toEqual([['0002_second.sql']])
      expect(await ask('select * from first')).toEqual([{ id: 1, name: 'a;b', note: null }])
    },
  )

  test.runIf(isThere)('two that start together migrate once', async () => {
    const results = await Promise.all([run(), run()])

    expect(results.map((each) => each.applied.length).toSorted()).toEqual([0, 1])
    expect(await ask('select count(*) as rows from first')).toEqual([{ rows: 1 }])
  })

  test.runIf(isThere)('a file that fails leaves nothing behind, and the ones before it stay', async () => {
    await write('0002_second.sql', 'create table second (id int); insert into second values (1); select 1 / 0;')

    await expect(run()).rejects.toThrow('Migration 0002_second.sql failed and was rolled back: division by zero')

    expect(await ask("select to_regclass('second') as second, count(*) as rows from first")).toEqual([
      { second: null, rows: 1 },
    ])
    expect(await ask('select name from masthead.migration')).toEqual([{ name: '0001_first.sql' }])
  })

  test.runIf(isThere)('a file that was changed after it ran is refused', async () => {
    await run()
    await write('0001_first.sql', 'create table other (id int)')

    await expect(run()).rejects.toThrow('Migration 0001_first.sql was changed after it ran')
  })

  test.runIf(isThere)('a database that is newer than the code is refused in plain words', async () => {
    await write('0002_second.sql', 'create table second (id int)')
    await run()
    await rm(join(folder, '0002_second.sql'))

    await expect(run()).rejects.toThrow('The database is newer than this Masthead')
  })

  test.runIf(isThere)('a file without transaction may build an index concurrently', async () => {
    await write(
      '0002_index.sql',
      '-- no-transaction\ncreate index concurrently first_name\n  on first (name);\ncreate index first_id on first (id);\n',
    )

    const { applied } = await run()

    expect(applied).toEqual(['0001_first.sql', '0002_index.sql'])
    expect(await ask("select indexname from pg_indexes where tablename = 'first' order by 1")).toEqual([
      { indexname: 'first_id' },
      { indexname: 'first_name' },
      { indexname: 'first_pkey' },
    ])
  })

  test.runIf(isThere)('a migration may change its role for its own transaction', async () => {
    await write('0002_role.sql', 'set local role pg_monitor; select 1;')

    await run()

    expect(
      await ask('select number, current_user::text as role from masthead.migration order by 1 desc limit 1'),
    ).toEqual([{ number: 2, role: 'postgres' }])
  })
})
