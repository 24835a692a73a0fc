import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { OrganizationId } from '#kernel/ids.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { serverUrl } from '#platform/database/test-server.ts'

import { clientOf } from './client.ts'
import { furnish, inPlace } from './furnish.ts'
import { addScheduledItems, publications } from './many-items.ts'
import { newPlace } from './new-place.ts'
import type { Place } from './place.ts'
import { type ServerProcess, startProcess, startWorker } from './server-process.ts'

// A process starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const email = 'owner@example.com'
const count = 700
const patience = { timeout: 120_000, interval: 20 }
/** The pause between questions to the server or its database: asked too often, they would keep it busy. */
const rarely = { timeout: 120_000, interval: 500 }
const hasPublished = ({ lines }: ServerProcess) => lines.some((line) => line.includes('scheduled items published'))

let place: Place
let nodes: ServerProcess[]
let organizationId: OrganizationId
beforeEach(async () => {
  nodes = []
  place = await newPlace()
  await furnish(place.env, { email, organization: 'Northwind Media' })
  await inDatabase(async (database) => {
    const row = await database.asIdentity((db) =>
      db.selectFrom('auth.organizations').select('id').executeTakeFirstOrThrow(),
    )
    organizationId = row.id as OrganizationId
    await addScheduledItems(database, organizationId, { count, publishAt: new Date(Date.now() - 30_000) })
  })
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await place.drop()
})

test.runIf(serverUrl !== undefined)(
  'two workers publish many due items once each, although one is killed in the middle',
  async () => {
    await inDatabase(async (database) => {
      const published = async () => (await publications(database, organizationId)).published
      const both = Promise.all([start(startWorker), start(startWorker)])
      const began = performance.now()

      await expect.poll(() => nodes.some(hasPublished), patience).toBe(true)
      await nodes.find(hasPublished)?.kill()
      const atKill = await published()
      await both
      await expect.poll(published, rarely).toBe(count)

      tell('postgres, two processes, one killed', atKill, began)
      expect(atKill).toBeLessThan(count)
      expect(await publications(database, organizationId)).toEqual({ published: count, byTimes: { 1: count } })
    })
  },
)

test.runIf(serverUrl === undefined)(
  'a server that is killed while it publishes goes on where it was, and publishes nothing twice',
  async () => {
    const first = await start(startProcess)
    const began = performance.now()

    await expect.poll(() => hasPublished(first), patience).toBe(true)
    await first.kill()
    const atKill = (await inDatabase((database) => publications(database, organizationId))).published
    const second = await start(startProcess)
    await expect.poll(await counting(second), rarely).toBe(count)

    tell('pglite, killed and started again', atKill, began)
    expect(atKill).toBeLessThan(count)
    await second.stop()
    const after = await inDatabase((database) => publications(database, organizationId))
    expect(after).toEqual({ published: count, byTimes: { 1: count } })
  },
)

async function start(how: (env: Record<string, string>) => Promise<ServerProcess>): Promise<ServerProcess> {
  const node = await how({ ...place.env, LOG_LEVEL: 'info' })
  nodes.push(node)
  return node
}

/** Asks the running server how many items are public. */
async function counting(server: ServerProcess): Promise<() => Promise<number>> {
  const client = clientOf(server.url)
  const cookie = await client.signIn(email)
  return async () => {
    const { json } = await client.inApp(cookie, 'listManagerItems', { status: ['published'], pageSize: 1 })
    return json.result.total
  }
}

function tell(how: string, atKill: number, began: number): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  // oxlint-disable-next-line no-console -- a figure that was requested
  console.info(`${how}: ${atKill} of ${count} were public at the kill, all of them after ${seconds} s`)
}

/** The database of the place, while no server has it open, or next to its nodes. */
function inDatabase<T>(work: (database: TenantDatabase) => Promise<T>): Promise<T> {
  return inPlace(place.env, ({ database }) => work(database))
}
