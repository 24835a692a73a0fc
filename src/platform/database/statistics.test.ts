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
