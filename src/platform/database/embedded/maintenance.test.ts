import { afterEach, beforeEach, expect, test } from 'vitest'
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

test('a round that is stopped leaves what is left for the next process', async () => {
  for (const name of ['one', 'two', 'three'])
    await send(`create table ${name} (id int); insert into ${name} select n from generate_series(1, 5000) n`)

  const round = maintenance.run()
  await maintenance.stop()

  expect(await round).toEqual([])
})
