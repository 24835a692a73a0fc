import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { askedOnce, question, selectFrom } from '#kernel/ask.ts'
import type { Reader } from '#kernel/database.ts'
import { type Given, prepared } from '#kernel/prepared.ts'

import { sessionOn } from './session.ts'
import { compilerOf } from './tenant-compiler.ts'

type Sent = { text: string; values: readonly unknown[] | undefined }

function listening(organizationId: string | undefined) {
  const sent: Sent[] = []
  const connection = {
    send: () => Promise.reject(new Error('nothing else is sent')),
    release: () => undefined,
    query: (text: string, values?: readonly unknown[]) => {
      sent.push({ text, values })
      return Promise.resolve({ rows: [], rowCount: 0, command: 'SELECT' })
    },
  }
  const tenant = organizationId === undefined ? undefined : { organizationId, predicate: true }
  return { sent, db: sessionOn(connection, { compiler: compilerOf('app', tenant) }) }
}

test('a prepared statement is built once, and sent with the values and the organization of each call', async () => {
  let built = 0
  const find = prepared((db: Reader, given: Given<{ id: string; at: Date }>) => {
    built++
    return db
      .selectFrom('item')
      .innerJoin('term', 'term.id', 'item.id')
      .select('item.title')
      .where('item.id', '=', given('id'))
      .where('item.created_at', '<', given('at'))
      .limit(1)
  })
  const [one, other, none] = [listening('org_1'), listening('org_2'), listening(undefined)]
  const [first, second] = [new Date(1), new Date(2)]

  await find(one.db, { id: 'itm_1', at: first })
  await find(other.db, { id: 'itm_2', at: second })
  await find(none.db, { id: 'itm_3', at: first })
  await find(one.db, { id: 'org_1', at: second })

  const text =
    'select "app"."item"."title" from "app"."item" inner join "app"."term" on "app"."term"."id" = "app"."item"."id" and ' +
    '"app"."term"."organization_id" = $1 where "app"."item"."id" = $2 and "app"."item"."created_at" < $3 and ' +
    '"app"."item"."organization_id" = $4 limit $5'
  expect(built).toBe(1)
  expect(one.sent).toEqual([
    { text, values: ['org_1', 'itm_1', first, 'org_1', 1] },
    { text, values: ['org_1', 'org_1', second, 'org_1', 1] },
  ])
  expect(other.sent).toEqual([{ text, values: ['org_2', 'itm_2', second, 'org_2', 1] }])
  expect(none.sent[0]?.text).not.toContain('organization_id')
  expect(none.sent[0]?.values).toEqual(['itm_3', first, 1])
})

test('a question is put together once, and answered for each call', async () => {
  let built = 0
  const ask = askedOnce((given: Given<{ id: string }>) => {
    built++
    return question(selectFrom('item').select('item.title').where('item.id', '=', given('id')), (rows) => rows)
  })
  const { db, sent } = listening('org_1')

  await ask(db, { id: 'itm_1' })
  await ask(db, { id: 'itm_2' })

  expect(built).toBe(1)
  expect(sent.map(({ values }) => values)).toEqual([
    ['itm_1', 'org_1'],
    ['itm_2', 'org_1'],
  ])
  expect(sent[0]?.text).toBe(sent[1]?.text)
})

test('two values in one expression keep their places', async () => {
  const add = prepared((db: Reader, given: Given<{ a: number; b: number }>) =>
    db.selectNoFrom(sql<number>`${given('b')} - ${given('a')}`.as('sum')),
  )
  const { db, sent } = listening('org_1')

  await add(db, { a: 1, b: 2 })

  expect(sent).toEqual([{ text: 'select $1 - $2 as "sum"', values: [2, 1] }])
})
