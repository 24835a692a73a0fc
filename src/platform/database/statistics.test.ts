import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'

import { openDatabase } from './backend.ts'
import type { Backend } from './backend.ts'
import { keepStatistics } from './statistics.ts'
import { createTestDatabase, serverUrl, type TestDatabase } from './test-server.ts'

describe.runIf(serverUrl !== undefined)('statistics of a server (skipped without DATABASE_URL)', () => {
  let database: TestDatabase
  let backend: Backend
  beforeAll(async () => {
    database = await createTestDatabase(serverUrl ?? '')
    const plain = { encrypt: (text: string) => text, decrypt: (text: string) => text }
    const migrations = join(import.meta.dirname, '../../../migrations')
    const options = { databaseUrl: database.url, secrets: plain, migrations, poolMax: 2, statements: 'named' as const }
    backend = await openDatabase({ ...options, log: silentLog })
  })
  afterAll(async () => {
    await backend?.close()
    await database?.drop()
  })

  test.each([
    ['young tables', 1, 30],
    ['tables of which half of the rows are newer', 31, 300],
  ])('are taken of %s, and once', async (_, from, to) => {
    const { system } = backend.pools
    const statistics = keepStatistics({ app: backend.pools.app, system, log: silentLog })
    await statistics.take()
    const organizations = `insert into auth.organizations (id, slug, name, plan)
      select 'org_' || lpad(n::text, 26, '0'), 'o' || n, 'O', 'starter' from generate_series(${from}::int, ${to}::int) n`
    await onOwner(database.url, organizations)

    const first = await statistics.take()
    const again = await statistics.take()
    await statistics.stop()

    expect(first).toBeGreaterThanOrEqual(1)
    expect(again).toBe(0)
    const known = `select reltuples::int as n from pg_class where oid = 'auth.organizations'::regclass`
    expect((await system.use((connection) => connection.query(known))).rows).toEqual([{ n: to }])
  })

  test('are taken of all other tables where those of one fail, which the log names once', async () => {
    const said: unknown[] = []
    const log = {
      ...silentLog,
      warn: ({ table }: Record<string, unknown>, event: string) => void said.push({ table, event }),
    }
    const { system } = backend.pools
    const statistics = keepStatistics({ app: backend.pools.app, system, log })
    await onOwner(
      database.url,
      `create function app.check_it(id text) returns int language plpgsql immutable as $$ begin return 1; end $$;
      create index bad on auth.users (app.check_it(id));
      insert into auth.users (id, email, email_key, display_name) select n, n, n, n from generate_series(1, 3000) n;
      create or replace function app.check_it(id text) returns int language plpgsql immutable as $$ begin raise 'broken index'; end $$;
      insert into auth.organizations (id, slug, name, plan)
      select 'org_' || lpad(n::text, 26, '0'), 'o' || n, 'O', 'starter' from generate_series(1001, 2000) n`,
    )

    const rounds = [await statistics.take(), await statistics.take()]
    await statistics.stop()
    await onOwner(database.url, 'drop function app.check_it(text) cascade')

    expect(rounds).toEqual([1, 0])
    expect(said).toEqual([{ table: 'auth.users', event: 'statistics could not be taken' }])
  })
})

async function onOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
    await client.query('select pg_stat_force_next_flush()')
    await client.query('select 1')
  } finally {
    await client.end()
  }
}
