import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { pluck } from '#std/pluck.ts'
import { stage } from '#test/stage.ts'

import { itemFieldTable } from './item-field-table.ts'

test('exactly the fields whose column is JSON are marked so', async () => {
  const { rows } = await stage()
  const json = await rows(async ({ db }) => {
    const found = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = 'app.item'::regclass and atttypid in ('json'::regtype, 'jsonb'::regtype)`.execute(db)
    return new Set(found.rows.map(({ name }) => name))
  })

  const columns = Object.entries(pluck(itemFieldTable, 'column'))
  const stored = columns.flatMap(([field, column]) => (json.has(column) ? field : []))

  expect(stored).toContain('faq')
  expect(Object.keys(pluck(itemFieldTable, 'json')).toSorted()).toEqual(stored.toSorted())
})
