import { randomBytes } from 'node:crypto'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { serverUrl } from '#platform/database/test-server.ts'

import { type Client, clientOf } from './client.ts'
import { furnish } from './furnish.ts'
import { newPlace } from './new-place.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { canMount, mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { canReplicate, startOwnServer } from './streaming-replica.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const email = 'owner@example.com'
const megabytes = 640
const patience = { timeout: 60_000, interval: 250 }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const canRun = canMount() && (serverUrl === undefined || canReplicate)
describe.runIf(canRun)('with its database on a small disk (needs the right to mount one)', () => {
  test('a disk that runs full is survived: reads go on, nothing acknowledged is lost, and room is all it needs', async () => {
    const disk = mountSmallDisk(megabytes)
    ends.push(disk.remove)
    const env = await (serverUrl === undefined ? embeddedOn(disk) : serverOn(disk))
    await furnish(env, { email, organization: 'Northwind Media' })
    let node = await start(env)
    let client = clientOf(node.url)
    const key = (await client.newKey(await client.signIn(email))).secret
    const acknowledged = [await written(client, key, 'Before')]

    await disk.fill(1 << 20)
    const refused = await untilRefused(client, key, acknowledged)
    expect([refused.status, refused.json.error?.code], refused.text).toEqual([503, 'unavailable'])
    expect(refused.json.error.message).toContain('disk')
    const read = await client.call(key, 'listItems', {})
    expect([read.status, read.json.result?.total], read.text).toEqual([200, acknowledged.length])
    expect((await client.send('/readyz')).status).toBe(503)

    await disk.clear()
    await expect.poll(async () => (await client.send('/readyz')).status, patience).toBe(200)
    acknowledged.push(await written(client, key, 'After'))
    await node.kill()
    node = await start(env)
    client = clientOf(node.url)
    const { items } = (await client.call(key, 'listItems', { pageSize: 100 })).json.result
    expect(items.map(({ id }: { id: string }) => id).toSorted()).toEqual(acknowledged.toSorted())
  })
})

async function written(client: Client, key: string, title: string): Promise<string> {
  const answer = await create(client, key, title)
  expect(answer.status, answer.text).toBe(200)
  return answer.json.result.item.id
}

/** Text that does not become smaller when it is compressed. */
const create = (client: Client, key: string, title: string) =>
  client.call(key, 'createItem', {
    collectionId: 'articles',
    title,
    content: randomBytes(30_000).toString('base64url'),
  })

async function untilRefused(client: Client, key: string, acknowledged: string[]) {
  for (let n = 0; n < 90; n++) {
    const answer = await create(client, key, `Number ${n}`)
    if (answer.status !== 200) return answer
    acknowledged.push(answer.json.result.item.id)
  }
  throw new Error('the disk never ran full')
}

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const node = await startProcess(env)
  ends.push(node.kill)
  return node
}

async function embeddedOn({ folder }: SmallDisk): Promise<Record<string, string>> {
  const place = await newPlace()
  ends.push(place.drop)
  await cp(place.dataDir, folder, { recursive: true })
  return { ...place.env, DATA_DIR: folder }
}

/** The tables of the server are there; its own journal is not, because a server ends whose journal has no room. */
async function serverOn({ folder }: SmallDisk): Promise<Record<string, string>> {
  const place = await newPlace()
  const server = await startOwnServer()
  ends.push(place.drop, server.stop)
  const location = join(folder, 'tables')
  await mkdir(location)
  server.give(location)
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create tablespace small location '${location}'`)
  await admin.query('create database small tablespace small')
  await admin.end()
  return { ...place.env, DATABASE_URL: Object.assign(new URL(server.url), { pathname: '/small' }).href }
}
