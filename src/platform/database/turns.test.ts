import { afterAll, beforeAll, expect, test } from 'vitest'

import { askedAs } from '#kernel/asked.ts'
import { newId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import type { Rank } from '#kernel/turns.ts'
import { openTestDatabase } from '#test/database.ts'
import { openEmptyEngine } from '#test/empty-database.ts'

import { openEmbeddedPool } from './embedded/embedded-pool.ts'
import type { InProcessEngine } from './embedded/in-process.ts'
import { InUse } from './in-use.ts'
import { type DatabasePool, noTurn } from './pool.ts'

let engine: InProcessEngine
let pool: DatabasePool
let database: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  engine = await openEmptyEngine()
  pool = openEmbeddedPool({ connect: engine.connect, statements: 'named', log: silentLog })
  database = await openTestDatabase()
})
afterAll(async () => {
  await pool.end()
  await engine.close()
  await database.close()
})

test('the one connection goes to calls of all parties in turn, then to what is due, then to background work', async () => {
  const done: string[] = []
  const held = await pool.acquire()
  const asked = [
    ['import', 'a', 'background'],
    ['delivery', 'a', 'due'],
    ['a1', 'a', 'call'],
    ['a2', 'a', 'call'],
    ['a3', 'a', 'call'],
    ['b1', 'b', 'call'],
  ] as const satisfies readonly (readonly [string, string, Rank])[]
  const all = asked.map(([name, party, rank]) =>
    askedAs({ party, rank }, () =>
      pool.use(async (connection) => {
        await connection.query('select 1')
        done.push(name)
      }),
    ),
  )

  held.release()
  await Promise.all(all)

  expect(done).toEqual(['a1', 'b1', 'a2', 'a3', 'delivery', 'import'])
  expect(pool.load()).toMatchObject({ waiting: 0 })
})

test('the error of a call that waited in vain says for whom a connection is in use', () => {
  const inUse = new InUse()
  const [end] = [inUse.begin({ party: 'import', rank: 'background' }), inUse.begin({ party: 'a', rank: 'call' })]

  expect(noTurn('late', inUse).message).toMatch(
    /^No connection came free in time: one has been in use for \d+ ms \(background, import\)$/,
  )
  end()
  expect(noTurn('late', inUse).message).toContain('(call, a)')
})

test('a transaction that was not opened, and a connection that was lost, free their turn', async () => {
  const held = await pool.acquire()
  const gone = new AbortController()
  const waiting = pool.acquire({ party: 'a', rank: 'call', signal: gone.signal })
  gone.abort()

  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  held.release(new Error('broken'))
  expect(await pool.use((connection) => connection.send('select 1'))).toBe('SELECT')
})

test.runIf(process.env['DATABASE_URL'])(
  'while one party has all that it may, a connection is open for another one',
  async () => {
    const { app } = database.backend.pools
    const held = []
    for (let n = 0; n < Math.floor(app.pg.options.max / 2); n++)
      held.push(await app.acquire({ party: 'a', rank: 'call' }))

    await expect.poll(() => app.load().idle).toBe(1)
    for (const connection of held) connection.release()
  },
)

test('a read whose caller goes away while it waits is given up', async () => {
  const organizationId = newId('organization')
  const [entered, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const gone = new AbortController()
  const { max = 1 } = database.backend.pools.app.pg.options
  const busy = Array.from({ length: max }, (_, n) =>
    database.forOrganization(
      { organizationId: n % 2 === 0 ? organizationId : newId('organization') },
      'read',
      async () => {
        entered.resolve()
        await leave.promise
      },
    ),
  )
  await entered.promise

  const waiting = database.forOrganization({ organizationId, signal: gone.signal }, 'read', async () => 'begun')
  gone.abort()

  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  leave.resolve()
  await Promise.all(busy)
})

test('on a server one organization has at most half of the connections', async ({ skip }) => {
  if (database.backend.kind !== 'postgres') skip()
  const { app } = database.backend.pools
  const { max } = app.pg.options
  const [one, other] = [newId('organization'), newId('organization')]
  const leave = Promise.withResolvers<void>()
  let running = 0
  const flood = Array.from({ length: max * 2 }, () =>
    database.forOrganization({ organizationId: one }, 'read', async () => {
      running++
      await leave.promise
    }),
  )

  const { found } = await database.forOrganization({ organizationId: other }, 'read', async () => ({ found: running }))

  expect(found).toBeLessThanOrEqual(max / 2)
  leave.resolve()
  await Promise.all(flood)
  expect(running).toBe(max * 2)
})
