import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { doFirst } from '#kernel/do-first.ts'
import { newId, type OrganizationId } from '#kernel/ids.ts'
import { openTestDatabase } from '#test/database.ts'

import { sqlStateOf } from './database-gone.ts'
import type { TenantContext, TenantTransaction } from './tenant.ts'
import { inTransaction } from './transaction.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let organizationId: OrganizationId
let writes = 0

beforeAll(async () => {
  database = await openTestDatabase()
  const watched = new WeakSet<PoolClient>()
  database.backend.pools.app.pg.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    countWrites(client)
  })
})
afterAll(() => database.close())
beforeEach(() => {
  organizationId = newId('organization')
})

/** Counts what leaves over the connection of a client: one write of the stream is one message to the database. */
function countWrites(client: PoolClient): void {
  type Writes = (...given: unknown[]) => void
  const { stream } = (client as unknown as { connection: { stream: { _write: Writes; _writev: Writes } } }).connection
  for (const name of ['_write', '_writev'] as const) {
    // oxlint-disable-next-line no-underscore-dangle
    const write = stream[name]
    stream[name] = function counted(...given) {
      writes++
      write.apply(this, given)
    }
  }
}

async function countDuring(work: () => Promise<unknown>): Promise<number> {
  writes = 0
  await work()
  return writes
}

const write = <T>(work: (tx: TenantTransaction) => Promise<T>, more: Partial<TenantContext> = {}) =>
  database.forOrganization({ organizationId, ...more }, 'write', work)

const insert = ({ db }: Pick<TenantTransaction, 'db'>, key: string) =>
  db
    .insertInto('idempotency_key')
    .values({ key, principal: 'p', operation: 'o', input_hash: Buffer.from(key), request_id: 'r' })
const keysOf = ({ db }: Pick<TenantTransaction, 'db'>) => db.selectFrom('idempotency_key').select('key').orderBy('key')

const keys = () => write(async (tx) => (await keysOf(tx).execute()).map(({ key }) => key))

/** Fails, in the middle of a transaction. */
const divide = ({ db }: Pick<TenantTransaction, 'db'>) => sql`select 1 / 0`.execute(db)

describe('messages', () => {
  test('BEGIN, its settings and the first statement are one', async () => {
    const count = await countDuring(() => write((tx) => insert(tx, 'a').execute()))

    expect(count).toBe(2)
    expect(await keys()).toEqual(['a'])
  })

  test('statements that are started together are one, and are worked off in their order', async () => {
    const seen: unknown[] = []
    const count = await countDuring(() =>
      write(async (tx) => {
        const { db } = tx
        const found = await Promise.all([
          insert(tx, 'a').execute(),
          sql<{ n: number }>`select count(*) as n from app.idempotency_key`.execute(db),
          insert(tx, 'b').execute(),
          keysOf(tx).execute(),
          db.updateTable('idempotency_key').set({ operation: 'x' }).where('key', '=', 'a').returning('key').execute(),
          keysOf(tx).where('operation', '=', 'x').execute(),
        ])
        seen.push(found[1].rows, found[3], found[5])
      }),
    )

    expect(count).toBe(2)
    expect(seen).toEqual([[{ n: 1 }], [{ key: 'a' }, { key: 'b' }], [{ key: 'a' }]])
  })

  test('what is sent behind a statement that fails is told why, whoever is asked first', async () => {
    const reasons = await write(async (tx) => {
      const sent = await Promise.allSettled([divide(tx), keysOf(tx).execute(), insert(tx, 'a').execute()])
      throw new Error(sent.map((one) => (one.status === 'rejected' ? sqlStateOf(one.reason) : one.status)).join(' '))
    }).catch((error: Error) => error.message)

    expect(reasons).toBe('22012 22012 22012')
    // The next transaction on that connection has failures of its own.
    await expect(
      write((tx) =>
        insert({ db: tx.db }, 'a')
          .execute()
          .then(() => insert(tx, 'a').execute()),
      ),
    ).rejects.toMatchObject({ code: '23505' })
  })

  test('the same statement can be started twice, also where it was never prepared before', async () => {
    const label = newId('request')
    const ask = ({ db }: TenantTransaction, n: number) =>
      sql<{ n: number }>`select ${n}::int as n, ${sql.lit(label)} as label`.execute(db)

    const [one, two] = await write((tx) => Promise.all([ask(tx, 1), ask(tx, 2)]))

    expect([one.rows, two.rows]).toEqual([[{ n: 1, label }], [{ n: 2, label }]])
  })

  test('what goes with the COMMIT is one with it, and with the BEGIN where nothing was asked', async () => {
    const count = await countDuring(() =>
      write(async (tx) => {
        tx.lastly(insert(tx, 'a'))
        tx.lastly(insert(tx, 'b'))
      }),
    )

    expect(count).toBe(1)
    expect(await keys()).toEqual(['a', 'b'])
  })

  test('one statement as a transaction of its own is one', async () => {
    const tenant = { organizationId }
    const made = await countDuring(() =>
      database.organizationStatement(tenant, 'write', (db) => insert({ db }, 'a').execute()),
    )
    const found = database.organizationStatement(tenant, 'read', (db) => keysOf({ db }).execute())

    expect(made).toBe(1)
    expect(await found).toEqual([{ key: 'a' }])
    await expect(
      database.organizationStatement(tenant, 'read', (db) => insert({ db }, 'b').execute()),
    ).rejects.toSatisfy((error) => sqlStateOf(error) === '25006')
  })

  test('a read and what is written behind it are two', async () => {
    const count = await countDuring(() =>
      database.forOrganization({ organizationId }, 'read', async (tx) => {
        await keysOf(tx).execute()
        tx.next()
        tx.lastly(insert(tx, 'a'))
      }),
    )

    expect(count).toBe(2)
    expect(await keys()).toEqual(['a'])
  })

  test('a savepoint adds none to those of its statements but its end', async () => {
    const count = await countDuring(() =>
      write(async (tx) => {
        await tx.savepoint(() => insert(tx, 'a').execute())
        await insert(tx, 'b').execute()
      }),
    )

    expect(count).toBe(3)
    expect(await keys()).toEqual(['a', 'b'])
  })
})

describe('a statement that fails', () => {
  const connections = () => database.backend.pools.app.load().total

  test('fails what was started before and after it, and is what is reported', async () => {
    const failing = write((tx) => Promise.all([insert(tx, 'a').execute(), divide(tx), insert(tx, 'b').execute()]))

    await expect(failing).rejects.toThrow('division by zero')
    expect(await keys()).toEqual([])
  })

  test('leaves the connection to the next transaction, whatever was under way', async () => {
    await keys()
    const before = connections()
    for (let n = 0; n < 3; n++)
      await write((tx) => Promise.all([divide(tx), insert(tx, 'a').execute()])).catch(() => undefined)

    expect(await keys()).toEqual([])
    expect(connections()).toBe(before)
  })

  test('commits nothing when it goes with the COMMIT', async () => {
    const failing = write(async (tx) => {
      await insert(tx, 'a').execute()
      tx.lastly(insert(tx, 'b'))
      tx.lastly(insert(tx, 'a'))
    })

    await expect(failing).rejects.toThrow('idempotency_key_pkey')
    expect(await keys()).toEqual([])
  })

  test('is reported as a transaction of its own', async () => {
    const failing = database.organizationStatement({ organizationId }, 'read', (db) => divide({ db }))

    await expect(failing).rejects.toThrow('division by zero')
    expect(await keys()).toEqual([])
  })

  test('cannot be kept back: the COMMIT says that nothing was committed', async () => {
    const silenced = write(async (tx) => {
      await insert(tx, 'a').execute()
      await divide(tx).catch(() => undefined)
    })

    await expect(silenced).rejects.toThrow('nothing was committed')
    expect(await keys()).toEqual([])
  })

  test('in a savepoint takes only what was done there, also of several that were started together', async () => {
    await write(async (tx) => {
      await insert(tx, 'a').execute()
      const lost = tx.savepoint(() => Promise.all([insert(tx, 'b').execute(), divide(tx), divide(tx)]))
      await expect(lost).rejects.toThrow('division by zero')
      await insert(tx, 'c').execute()
    })

    expect(await keys()).toEqual(['a', 'c'])
  })

  test('was the BEGIN: nothing after it is done, and its reason is reported', async () => {
    const settings = `BEGIN; SET LOCAL app.organization_id = '${organizationId}'; SET LOCAL ROLE nobody_of_this_name`
    const failing = inTransaction(
      database.backend.pools.app,
      { settings, isAwaited: false },
      async ({ connection }) => {
        const text = `insert into app.idempotency_key (organization_id, principal, key, operation, input_hash, request_id)
          values ($1, 'p', 'a', 'o', 'h', 'r')`
        await connection.query(text, [organizationId])
      },
    )

    await expect(failing).rejects.toThrow('nobody_of_this_name')
    expect(await keys()).toEqual([])
  })
})

test('what was refused to send is not sent: an aborted caller ends the transaction', async () => {
  const aborted = write((tx) => insert(tx, 'a').execute(), { signal: AbortSignal.abort() })

  await expect(aborted).rejects.toMatchObject({ code: 'cancelled' })
  expect(await keys()).toEqual([])
})

test('nothing is kept of a transaction that is discarded', async () => {
  await write(async (tx) => {
    await insert(tx, 'a').execute()
    tx.lastly(insert(tx, 'b'))
    tx.discard()
  })

  expect(await keys()).toEqual([])
})

test('long work leaves the transaction, which begins again without what it had done', async () => {
  const { app } = database.backend.pools
  const held = () => app.load().total - app.load().idle
  const during: number[] = []
  let runs = 0

  const value = await write(async ({ db }) => {
    runs++
    during.push(held())
    await sql`select set_config('app.noting', 'on', true)`.execute(db)
    doFirst(async () => void during.push(held()))
    return runs
  })

  expect(value).toBe(2)
  expect(during).toEqual([1, 0, 1])
})
