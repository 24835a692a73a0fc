import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { sharePlaces } from '#kernel/shared-places.ts'
import { openTestDatabase } from '#test/database.ts'
import { hangingLink } from '#test/standins/hanging-link.ts'

import { placeLocks } from './place-locks.ts'
import { openPool } from './pool.ts'
import { serverAddress } from './server-address.ts'
import { serverUrl } from './test-server.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.close())

/** A process, as far as places go. */
function process() {
  const locks = placeLocks({ pool: database.backend.pools.system, log: silentLog })
  onTestFinished(() => locks.close())
  return { ...sharePlaces(locks), end: () => locks.close() }
}

const soon = (ms: number) => AbortSignal.timeout(ms)

test.skipIf(serverUrl === undefined)('processes have no more places together than there are', async () => {
  const [one, other] = [process(), process()]
  const giveBack = await one.take('a', 2)
  await other.take('a', 2)

  await expect(other.take('a', 2, soon(300))).rejects.toMatchObject({ name: 'TimeoutError' })
  const elsewhere = await one.take('b', 1)
  const waiting = other.take('a', 2)
  giveBack()

  expect(await waiting).toBeTypeOf('function')
  elsewhere()
  await expect(one.take('a', 2, soon(300))).rejects.toMatchObject({ name: 'TimeoutError' })
})

test.skipIf(serverUrl === undefined)('a process that ends gives its places back', async () => {
  const [one, other] = [process(), process()]
  await one.take('c', 1)
  const waiting = other.take('c', 1)
  one.end()

  expect(await waiting).toBeTypeOf('function')
})

test.skipIf(serverUrl === undefined)(
  'a server that falls silent holds nobody: everybody has what they ask for',
  async () => {
    const link = await hangingLink(serverAddress(serverUrl ?? ''))
    const through = Object.assign(new URL(serverUrl ?? ''), { host: `127.0.0.1:${link.port}` }).href
    const pool = openPool({ config: { connectionString: through, max: 1 }, statements: 'unnamed', log: silentLog })
    const locks = placeLocks({ pool, log: silentLog })
    onTestFinished(async () => {
      locks.close()
      await link.close()
      await pool.end()
    })
    const places = sharePlaces(locks)
    await places.take('d', 2)
    link.hang()

    expect(await places.take('d', 2, AbortSignal.timeout(20_000))).toBeTypeOf('function')
  },
)
