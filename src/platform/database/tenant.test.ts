import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'
import { openTestDatabase } from '#test/database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a statement of identity code runs in the role of identity code', async () => {
  const { rows } = await database.identityStatement((db) =>
    sql<{ role: string }>`select current_user as role`.execute(db),
  )

  expect(rows[0]?.role).toMatch(/^masthead_auth/)
})

test('one statement of background work runs in its role, in one message where the login is that role', async () => {
  const { kind, pools } = database.backend
  const before = pools.system.sent().messages

  const { rows } = await database.systemStatement((db) =>
    sql<{ role: string }>`select current_user as role`.execute(db),
  )

  expect(rows[0]?.role).toMatch(/^masthead_system/)
  if (kind === 'postgres') expect(pools.system.sent().messages - before).toBe(1)
})

test('what fails leaves the connection usable, and nothing behind', async () => {
  const failing = database.identityStatement((db) =>
    sql`insert into auth.installation (name, value) values ('half', (1 / 0)::text)`.execute(db),
  )
  await expect(failing).rejects.toThrow('division by zero')

  const found = await database.identityStatement((db) =>
    db.selectFrom('auth.installation').select('name').where('name', '=', 'half').execute(),
  )
  expect(found).toEqual([])
})

test('a second statement is refused, because nothing would hold the two together', async () => {
  const two = database.identityStatement(async (db) => {
    await sql`select 1`.execute(db)
    return sql`select 2`.execute(db)
  })

  await expect(two).rejects.toThrow('A second statement')
})

test('rows that a query selects are inserted for the organization of the transaction', async () => {
  const organizationId = newId('organization')
  await database.forOrganization({ organizationId }, 'write', async ({ db }) => {
    await db.insertInto('item_recheck').values({ id: 'a', item_id: 'itm_1' }).execute()
    await db
      .insertInto('item_recheck')
      .columns(['id', 'item_id'])
      .expression((eb) => eb.selectFrom('item_recheck').select([sql<string>`'b'`.as('id'), 'item_id']))
      .execute()
    const rows = await db.selectFrom('item_recheck').select(['id', 'organization_id']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: 'a', organization_id: organizationId },
      { id: 'b', organization_id: organizationId },
    ])
  })
})
