import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { askPlannedOnce, question, selectFrom } from '#kernel/ask.ts'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/shared-parts.ts'

test('a statement that one plan is right for is not planned for its values, and others are as before', async () => {
  const database = await testDatabase()
  const organizationId = newId('organization')

  const found = await database.forOrganization({ organizationId }, 'read', async ({ db }) => {
    const asked = (id: string) =>
      question(selectFrom('item_recheck').select('id as asked here').where('id', '=', id), (rows) => rows)
    for (const id of ['a', 'b', 'c']) await askPlannedOnce(db, asked(id))
    const mode = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(db)
    const plans = await sql<{ generic: number; custom: number }>`
      select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
      where statement like '%as "asked here"%' and statement not like '%pg_prepared_statements%'`.execute(db)
    return { mode: mode.rows[0]?.mode, plans: plans.rows }
  })

  expect(found).toEqual({ mode: 'auto', plans: [{ generic: 3, custom: 0 }] })
})
