import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'
import { openTestDatabase } from '#test/database.ts'

import type { DatabasePool } from './pool.ts'
import { tenantDatabase } from './tenant.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** All that was begun has gone as far as it can without an answer. */
const allStarted = () => new Promise((resolve) => setImmediate(resolve))

/** The database, whose connections are handed out once `open` is called; `asked` counts who asked for one. */
function heldDatabase() {
  const gate = Promise.withResolvers<void>()
  const twoAsked = Promise.withResolvers<void>()
  const { backend } = database
  let asked = 0
  const app: DatabasePool = {
    ...backend.pools.app,
    async acquire(asker) {
      asked++
      if (asked === 2) twoAsked.resolve()
      await gate.promise
      return backend.pools.app.acquire(asker)
    },
  }
  const held = tenantDatabase({ ...backend, pools: { ...backend.pools, app } })
  return { held, open: gate.resolve, twoAsked: twoAsked.promise, asked: () => asked }
}

test('two searches at once read all texts on a node, and those who wait hold no connection', async () => {
  const { held, open, twoAsked, asked } = heldDatabase()
  const scan = (organizationId = newId('organization')) =>
    held.organizationStatement({ organizationId }, 'read', (db) =>
      sql`select * from app.scan_items('%x%', null, 'x')`.execute(db),
    )
  const other = () =>
    held.organizationStatement({ organizationId: newId('organization') }, 'read', (db) => sql`select 1`.execute(db))

  const scans = [scan(), scan(), scan(), scan()]
  await twoAsked
  await allStarted()
  expect(asked()).toBe(2)
  const quick = other()
  await allStarted()
  expect(asked()).toBe(3)
  open()

  expect((await Promise.all([...scans, quick])).map(({ rows }) => rows.length)).toEqual([0, 0, 0, 0, 1])
  expect(asked()).toBe(5)
})

test('an organization has one of the two, and a few more wait', async () => {
  const { held, open } = heldDatabase()
  const organizationId = newId('organization')
  const scan = () =>
    held.organizationStatement({ organizationId }, 'read', (db) =>
      sql`select * from app.scan_items('%x%', null, 'x')`.execute(db),
    )

  const scans = Array.from({ length: 6 }, () => scan())
  const outcomes = Promise.allSettled(scans)
  open()

  expect((await outcomes).map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected'])
  await expect(scans[5]).rejects.toMatchObject({ code: 'unavailable' })
})
