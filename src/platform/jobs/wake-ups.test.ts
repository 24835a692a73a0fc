import { afterEach, beforeAll, expect, test } from 'vitest'

import type { Wake } from '#kernel/job.ts'
import { silentLog } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { serverUrl } from '#platform/database/test-server.ts'
import { ownDatabase } from '#test/shared-parts.ts'

import { createWakeUps } from './wake-ups.ts'

let database: TenantDatabase
beforeAll(async () => {
  database = await ownDatabase()
})

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A node, and what it has heard. */
function node() {
  const wakeUps = createWakeUps({ backend: database.backend, log: silentLog })
  ends.push(wakeUps.close)
  const heard: Wake[] = []
  return { ...wakeUps, heard, hear: () => wakeUps.listen((what) => void heard.push(what)) }
}

test('who listens in this process hears at once, until it stops', () => {
  const one = node()
  const stop = one.hear()
  one.heard.length = 0

  one.tell('change')
  stop()
  one.tell('job')

  expect(one.heard).toEqual(['change'])
})

test.runIf(serverUrl !== undefined)('another node hears of a job at once and of many changes once', async () => {
  const [here, there] = [node(), node()]
  there.hear()
  // It has heard what may have been announced before it was listening.
  await expect.poll(() => there.heard).toEqual(['job'])

  here.tell('job')
  await expect.poll(() => there.heard, { timeout: 400 }).toEqual(['job', 'job'])
  for (let n = 0; n < 20; n++) here.tell('change')
  await expect.poll(() => there.heard.length, { timeout: 5000 }).toBe(3)

  expect(there.heard[2]).toBe('change')
})

test.runIf(serverUrl !== undefined)('a listener that was cut off listens again', { timeout: 30_000 }, async () => {
  const [here, there] = [node(), node()]
  there.hear()
  await expect.poll(() => there.heard).toEqual(['job'])

  await database.backend.pools.system.use(({ query }) =>
    query(`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'LISTEN%' and datname = current_database() and pid <> pg_backend_pid()`),
  )
  await expect.poll(() => there.heard.length, { timeout: 20_000 }).toBe(2)
  here.tell('change')

  await expect.poll(() => there.heard, { timeout: 5000 }).toEqual(['job', 'job', 'change'])
})
