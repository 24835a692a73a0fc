import { afterEach, beforeEach, expect, test } from 'vitest'

import { askedAs } from '#kernel/asked.ts'
import { silentLog } from '#kernel/log.ts'
import type { DatabasePool } from '#platform/database/pool.ts'
import { openEmptyEngine } from '#test/empty-database.ts'

import { openEmbeddedPool } from './embedded-pool.ts'
import type { InProcessEngine } from './in-process.ts'
import { startMaintenance } from './maintenance.ts'
import type { Maintenance } from './maintenance.ts'

let engine: InProcessEngine
let pool: DatabasePool
let maintenance: Maintenance

beforeEach(async () => {
  engine = await openEmptyEngine()
  pool = openEmbeddedPool({ connect: engine.connect, statements: 'named', log: silentLog })
  maintenance = startMaintenance({ pool, withoutLimit: (work) => work(), log: silentLog })
})
afterEach(async () => {
  await maintenance.stop()
  await pool.end()
  await engine.close()
})

const send = (text: string) => pool.use((connection) => connection.send(text))

test('a table with many new rows, and one with many dead rows, is vacuumed once', async () => {
  await send('create table note (id int, body text); insert into note select n from generate_series(1, 5000) n')
  expect(await maintenance.run()).toEqual(['VACUUM (ANALYZE) public.note'])
  expect(await maintenance.run()).toEqual([])

  await send("update note set body = 'new'")

  expect(await maintenance.run()).toEqual(['VACUUM (ANALYZE) public.note'])
  expect(await maintenance.run()).toEqual([])
})

test('a young table has statistics again whenever it has grown by half', async () => {
  await send('create table note (id int)')
  const due: number[] = []

  for (let n = 1; n <= 60; n++) {
    await send(`insert into note values (${n})`)
    const done = await maintenance.run()
    expect(done.length).toBeLessThanOrEqual(1)
    if (done.length === 1) due.push(n)
  }

  expect(due).toEqual([21, 52])
})

/** Two tables that are due; the upkeep of `bad`, whose turn would be first, fails in the way that `fails` says, until it is `mended`. */
async function oneBadTable(fails: string) {
  const check = (body: string) =>
    send(
      `create or replace function check_it(id int) returns int language plpgsql immutable as $$ begin ${body} return 1; end $$`,
    )
  const fill = (name: string, rows: number) => send(`insert into ${name} select n from generate_series(1, ${rows}) n`)
  await check('')
  await send('create table bad (id int); create index on bad (check_it(id)); create table good (id int)')
  await fill('bad', 3000)
  await fill('good', 5000)
  await check(fails)
  return { mended: () => check('') }
}

test('a table that cannot be maintained is named in the log once, and keeps no other one from its turn', async () => {
  const said: unknown[] = []
  const log = { ...silentLog, warn: (fields: object, event: string) => void said.push({ ...fields, event }) }
  const watched = startMaintenance({ pool, withoutLimit: (work) => work(), log })
  const { mended } = await oneBadTable("raise 'broken index';")

  const rounds = [await watched.insist(), await watched.run(), await watched.run()]
  await mended()
  rounds.push(await watched.run())
  await watched.stop()

  expect(rounds).toEqual([
    ['ANALYZE public.good'],
    ['VACUUM (ANALYZE) public.good'],
    [],
    ['VACUUM (ANALYZE) public.bad'],
  ])
  const failed = { error: 'broken index', event: 'database maintenance failed' }
  expect(said).toEqual([
    { what: 'ANALYZE public.bad', ...failed },
    { what: 'VACUUM (ANALYZE) public.bad', ...failed },
  ])
})

test('a table whose upkeep takes the connection with it comes last in the next round', async () => {
  await oneBadTable("raise 'no memory' using errcode = '53200';")
  const isAnalyzed = "select analyze_count > 0 as done from pg_stat_user_tables where relname = 'good'"

  await expect(maintenance.insist()).rejects.toThrow('no memory')
  await expect(maintenance.insist()).rejects.toThrow('no memory')

  const { rows } = await pool.use((connection) => connection.query(isAnalyzed))
  expect(rows).toEqual([{ done: true }])
})

test('64 MB of WAL are followed by a checkpoint', async () => {
  await maintenance.run()
  await send(
    'create table note (body text); insert into note select repeat(md5(n::text), 60) from generate_series(1, 36000) n',
  )

  const rounds = [await maintenance.run()]
  // Vacuuming the loaded rows writes WAL again.
  while (rounds.at(-1)?.length !== 0 && rounds.length < 6) rounds.push(await maintenance.run())

  expect(rounds[0]).toContain('checkpoint')
  expect(rounds.at(-1)).toEqual([])
})

test('nothing is done while a transaction runs', async () => {
  await send('create table note (id int); insert into note select n from generate_series(1, 5000) n; delete from note')
  const connection = await pool.acquire()
  await connection.send('BEGIN')

  const during = await maintenance.run()
  await connection.send('COMMIT')
  connection.release()

  expect(during).toEqual([])
  expect(await maintenance.run()).toEqual(['VACUUM (ANALYZE) public.note'])
})

/** Two of a party that ask for one turn after the other, so that the connection is never idle, until `isOver`. Returns their turns. */
async function steadyLoad(isOver: () => boolean | Promise<boolean>): Promise<number> {
  let turns = 0
  const ask = async () => {
    while (!(await isOver())) {
      await pool.use((connection) => connection.query('select 1'))
      turns++
    }
  }
  await askedAs({ party: 'import', rank: 'background' }, () => Promise.all([ask(), ask()]))
  return turns
}

test('under steady load, statistics that are half old are sampled, each step in its turn', async () => {
  await send('create table note (id int); create table few (id int)')
  await send('insert into note select n from generate_series(1, 5000) n; insert into few values (1)')
  let done: string[] | undefined

  const round = maintenance.insist().then((what) => (done = what))
  const turns = await steadyLoad(() => done !== undefined)

  expect(await round).toEqual(['ANALYZE public.note'])
  expect(turns).toBeLessThan(20)
  expect(await maintenance.insist()).toEqual([])
  expect(await maintenance.run()).toEqual(['VACUUM (ANALYZE) public.note'])
  expect(await maintenance.run()).toEqual([])
})

test('the limit of statements holds while a round waits for its turn', async () => {
  let unlimited = 0
  const withoutLimit = async <T>(work: () => Promise<T>) => {
    unlimited++
    return work()
  }
  const patient = startMaintenance({ pool, withoutLimit, log: silentLog })
  const connection = await pool.acquire()

  const round = patient.insist()
  await expect.poll(() => pool.load().waiting).toBe(1)
  const whileWaiting = unlimited
  connection.release()
  await round
  await patient.stop()

  expect(whileWaiting).toBe(0)
  expect(unlimited).toBeGreaterThan(0)
})

test('a round that finds no gap insists by itself', async () => {
  await send('create table note (id int); insert into note select n from generate_series(1, 5000) n')
  const often = startMaintenance({ pool, withoutLimit: (work) => work(), log: silentLog, every: 20 })
  const counted = `select analyze_count > 0 as "isDone" from pg_stat_user_tables where relname = 'note'`
  const isAnalyzed = async () => {
    const { rows } = await pool.use((connection) => connection.query<{ isDone: boolean }>(counted))
    return rows[0]?.isDone === true
  }

  expect(await steadyLoad(isAnalyzed)).toBeGreaterThan(0)
  await often.stop()
})

test('a round that is stopped leaves what is left for the next process', async () => {
  for (const name of ['one', 'two', 'three'])
    await send(`create table ${name} (id int); insert into ${name} select n from generate_series(1, 5000) n`)

  const round = maintenance.run()
  await maintenance.stop()

  expect(await round).toEqual([])
})
