import { afterAll, beforeAll, expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { DatabaseGone, sqlStateOf } from '#platform/database/database-gone.ts'
import type { DatabasePool } from '#platform/database/pool.ts'
import { openEmptyEngine } from '#test/empty-database.ts'

import { openEmbeddedPool } from './embedded-pool.ts'
import type { InProcessEngine } from './in-process.ts'

let engine: InProcessEngine
let pool: DatabasePool

beforeAll(async () => {
  engine = await openEmptyEngine()
  pool = openEmbeddedPool({ connect: engine.connect, statements: 'named', log: silentLog })
})

afterAll(async () => {
  await pool.end()
  await engine.close()
})

test('a transaction with its own role, named statements and an error inside behaves as on a server', async () => {
  await pool.use(async (connection) => {
    await connection.send(
      'create role visitor; create table note (id int primary key, body jsonb); grant insert, select on note to visitor',
    )
    await connection.send("BEGIN; SET LOCAL ROLE visitor; SET LOCAL app.organization_id = 'org_1'")
    const { rows } = await connection.query('select current_user::text as role, count(*) as notes from note')
    await connection.query('insert into note values ($1, $2)', [1, JSON.stringify({ big: 'x'.repeat(3_000_000) })])
    await connection.send('SAVEPOINT one')
    const twice = await connection.query('insert into note values ($1, $2)', [1, null]).catch((error: unknown) => error)
    await connection.send('ROLLBACK TO one; COMMIT')

    const after = await connection.query<{ size: number; user: string }>(
      'select length(body::text) as size, current_user::text as user from note where id = $1',
      [1],
    )

    expect(rows).toEqual([{ role: 'visitor', notes: 0 }])
    expect(sqlStateOf(twice)).toBe('23505')
    expect(after.rows).toEqual([{ size: 3_000_011, user: 'postgres' }])
  })
})

test('a connection that is given back inside a transaction is replaced by a clean one', async () => {
  await pool.use((connection) => connection.send('BEGIN; create table lost (id int)'))

  const { rows } = await pool.use((connection) => connection.query("select to_regclass('lost') as table"))

  expect(rows).toEqual([{ table: null }])
})

test('more than 500 different statements are prepared by turns', async () => {
  await pool.use(async (connection) => {
    for (let n = 0; n < 520; n++) await connection.query(`select $1::int + ${n} as sum`, [1])
    const again = await connection.query('select $1::int + 0 as sum', [41])
    const { rows } = await connection.query<{ kept: number }>('select count(*) as kept from pg_prepared_statements')

    expect(again.rows).toEqual([{ sum: 41 }])
    expect(rows).toEqual([{ kept: 500 }])
  })
})

test('after an abort the engine in this process is dead for good', async () => {
  const doomed = await openEmptyEngine()
  const its = openEmbeddedPool({ connect: doomed.connect, statements: 'named', log: silentLog })
  const tooDeep = '['.repeat(200_000) + ']'.repeat(200_000)

  const first = await its
    .use((connection) => connection.query('select $1::jsonb', [tooDeep]))
    .catch((error: unknown) => error)
  const next = await its.use((connection) => connection.query('select 1')).catch((error: unknown) => error)

  expect([first, next].map((error) => error instanceof DatabaseGone && error.reason)).toEqual(['aborted', 'aborted'])
  expect(doomed.alive()).toBe(false)
  await its.end()
})
