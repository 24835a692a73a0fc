import { expressionBuilder, type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Tables } from '#kernel/tables.ts'

import { sessionOn } from './session.ts'
import { compilerOf, type Tenant } from './tenant-compiler.ts'

const unused = { send: nothing, query: nothing, release: () => undefined }
const tenant: Tenant = { organizationId: 'org_1', predicate: true }
const db = sessionOn(unused, { compiler: compilerOf('app', tenant) })

async function nothing(): Promise<never> {
  throw new Error('nothing is sent here')
}

test('every table of a query has its schema and the organization, in joins and inner queries too', () => {
  const { sql: text, parameters } = db
    .selectFrom('item as i')
    .leftJoin('item_body as b', 'b.item_id', 'i.id')
    .select((eb) => [
      'i.title',
      eb.selectFrom('term').select('term.name').where('term.id', '=', 'tag_1').limit(1).as('name'),
    ])
    .where('i.id', '=', 'itm_1')
    .compile()

  expect(text).toBe(
    'select "i"."title", (select "app"."term"."name" from "app"."term" where "app"."term"."id" = $1 and ' +
      '"app"."term"."organization_id" = $2 limit $3) as "name" from "app"."item" as "i" left join "app"."item_body" as "b" on ' +
      '"b"."item_id" = "i"."id" and "b"."organization_id" = $4 where "i"."id" = $5 and "i"."organization_id" = $6',
  )
  expect(parameters).toEqual(['tag_1', 'org_1', 1, 'org_1', 'itm_1', 'org_1'])
})

test('a query within another one is narrowed once', () => {
  const inner = db.selectFrom('item').select('item.id').where('item.slug', '=', 'a')

  const { sql: text } = sql`select * from (${inner}) as found`.compile(db)

  expect(text).toBe(
    'select * from ((select "app"."item"."id" from "app"."item" where "app"."item"."slug" = $1 and "app"."item"."organization_id" = $2)) as found',
  )
})

test('what `with` names is no table, and what locks rows has no schema', () => {
  const named = db
    .with('found', (query) => query.selectFrom('item').select('item.id'))
    .selectFrom('found')
    .select('found.id')
    .compile()
  const locked = db.selectFrom('item').select('item.id').forUpdate('item').compile()

  expect(named.sql).toContain('select "found"."id" from "found"')
  expect(locked.sql).toMatch(/for update of "item"$/)
})

test('writes are of the organization, whatever they are made of', () => {
  const values = db.insertInto('item_recheck').values({ id: 'a', item_id: 'itm_1' }).compile()
  const selected = db
    .insertInto('item_recheck')
    .columns(['id', 'item_id'])
    .expression(expressionBuilder<Tables>().selectFrom('item').select(['item.id', 'item.id as item_id']))
    .compile()
  const changed = db.updateTable('item').set({ title: 'b' }).where('id', '=', 'itm_1').compile()
  const removed = db.deleteFrom('item_term as t').using('item as i').whereRef('t.item_id', '=', 'i.id').compile()

  expect(values.sql).toBe('insert into "app"."item_recheck" ("organization_id", "id", "item_id") values ($1, $2, $3)')
  expect(values.parameters[0]).toBe('org_1')
  expect(selected.sql).toMatch(/^insert into "app"."item_recheck" \("id", "item_id", "organization_id"\) select /)
  expect(selected.sql).toContain('where "app"."item"."organization_id" =')
  expect(changed.sql).toBe(
    'update "app"."item" set "title" = $1 where "id" = $2 and "app"."item"."organization_id" = $3',
  )
  expect(removed.sql).toContain('"t"."organization_id" = $1 and "i"."organization_id" = $2')
})

test('one organization does not get what was compiled for another', () => {
  const other = sessionOn(unused, { compiler: compilerOf('app', { ...tenant, organizationId: 'org_2' }) })
  const query = (of: Kysely<Tables>) => of.selectFrom('item').select('id').compile().parameters

  expect(query(db)).toEqual(['org_1'])
  expect(query(other)).toEqual(['org_2'])
  expect(query(db)).toEqual(['org_1'])
})

test('without a tenant there is only the schema', () => {
  const plain = sessionOn(unused, { compiler: compilerOf('auth') })

  expect(plain.selectFrom('auth.api_keys').select('id').compile().sql).toBe('select "id" from "auth"."api_keys"')
})
