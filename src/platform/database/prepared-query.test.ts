import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'
import { openTestDatabase } from '#test/database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let described = 0
beforeAll(async () => {
  database = await openTestDatabase()
  const watched = new WeakSet<PoolClient>()
  database.backend.pools.app.pg.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    countDescribed(client)
  })
})
afterAll(() => database.close())

/** Counts how often the columns of a statement are asked for over the connection of a client. */
function countDescribed(client: PoolClient): void {
  const { connection } = client as unknown as { connection: { describe(message: unknown): void } }
  const describe = connection.describe.bind(connection)
  connection.describe = (message) => {
    described++
    describe(message)
  }
}

/** Runs a statement three times in one transaction. */
async function thrice<T>(work: (n: number, db: Parameters<Parameters<typeof database.asSystem>[0]>[0]) => Promise<T>) {
  described = 0
  return database.forOrganization({ organizationId: newId('organization') }, 'write', async ({ db }) => {
    const all: T[] = []
    for (const n of [1, 2, 3]) all.push(await work(n, db))
    return all
  })
}

test('the columns of a statement are asked for once, and every answer has them', async () => {
  const at = new Date('2026-01-31T09:30:00Z')
  const label = newId('request')

  const found = await thrice(async (n, db) => {
    const { rows } =
      await sql`select ${n}::int8 as n, ${at}::timestamptz as at, null::text as nothing, ${sql.lit(label)} as label
      from generate_series(1, ${n}::int)`.execute(db)
    return rows
  })

  const row = (n: number) => ({ n, at, nothing: null, label })
  expect(found).toEqual([[row(1)], [row(2), row(2)], [row(3), row(3), row(3)]])
  expect(described).toBe(1)
})

test('so it is of a statement that answers with no rows', async () => {
  const principal = newId('request')

  const written = await thrice(async (n, db) => {
    const key = { key: String(n), principal, operation: 'o', input_hash: Buffer.from('h'), request_id: 'r' }
    const { numInsertedOrUpdatedRows } = await db.insertInto('idempotency_key').values(key).executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows
  })

  expect(written).toEqual([1n, 1n, 1n])
  expect(described).toBe(1)
})

test('a statement that failed at first is described when it succeeds', async () => {
  const label = newId('request')
  const divided = (by: number) =>
    database.organizationStatement({ organizationId: newId('organization') }, 'read', (db) =>
      sql`select 6 / ${by}::int as n, ${sql.lit(label)} as label`.execute(db),
    )

  await expect(divided(0)).rejects.toThrow('division by zero')
  expect((await divided(2)).rows).toEqual([{ n: 3, label }])
  expect((await divided(3)).rows).toEqual([{ n: 2, label }])
})
