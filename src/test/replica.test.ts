import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { checkReplica } from '#main/doctor/check-replica.ts'
import { readConfig } from '#platform/config/config.ts'
import { serverUrl } from '#platform/database/test-server.ts'

import { openServer, type TestServer } from './server.ts'
import { canReplicate, type Replicated, startReplicated } from './streaming-replica.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

describe.runIf(serverUrl !== undefined && canReplicate)('with a streaming replica for reads (needs PostgreSQL)', () => {
  let servers: Replicated
  let node: TestServer
  let path: string
  let cookie: string
  let ids: string[]
  beforeAll(async () => {
    servers = await startReplicated()
    node = await openServer({ DATABASE_URL: servers.primary, DATABASE_READ_URL: servers.replica })
    const organization = await node.addOrganization('Northwind Media')
    cookie = organization.cookie
    path = `/v1/${organization.organizationId}/articles`
    ids = []
    for (const title of ['One', 'Two', 'Three', 'Four']) ids.push(await draft(title))
    await publish(ids[0])
  })
  afterAll(async () => {
    await node?.close()
    await servers?.stop()
  })

  test('reads go to the replica once it has replayed what they must show', async () => {
    await expect.poll(async () => (await read()).from).toBe('replica')
    expect((await read()).titles).toEqual(['One'])
  })

  test('a reader sees every write at once, however far behind the replica is', async () => {
    await onReplica('select pg_wal_replay_pause()')

    await publish(ids[1])
    const behind = [await read(), await read()]
    await onReplica('select pg_wal_replay_resume()')

    expect(behind.map(({ from, titles }) => [from, titles.length])).toEqual([
      ['primary', 2],
      ['primary', 2],
    ])
    await expect.poll(async () => (await read()).from).toBe('replica')
    expect((await read()).titles).toHaveLength(2)
  })

  test('doctor says how far the replica is behind', async () => {
    const { config } = readConfig({ DATABASE_URL: servers.primary, DATABASE_READ_URL: servers.replica })

    const [check] = await checkReplica(config, silentLog)

    expect(check).toMatchObject({ level: 'ok', says: expect.stringMatching(/^The replica for reads is \d+ s behind/) })
  })

  test('min_revision is answered by the primary', async () => {
    const revision = await publish(ids[2])
    const before = count()
    const { json } = await node.client.send(`${path}?min_revision=${encodeURIComponent(revision)}`)
    expect(json.data).toHaveLength(3)
    expect(count()).toBe(before)
  })

  test('a replica that is lost fails no read', async () => {
    await expect.poll(async () => (await read()).from).toBe('replica')
    await servers.stopReplica()
    await publish(ids[3])

    const answers = await Promise.all(Array.from({ length: 20 }, () => read()))

    expect(answers.map(({ titles }) => titles.length)).toEqual(answers.map(() => 4))
  })

  async function draft(title: string): Promise<string> {
    const { json } = await node.client.inApp(cookie, 'createItem', { collectionId: 'articles', title })
    return json.result.item.id
  }

  async function publish(id: string | undefined): Promise<string> {
    const { status, text, headers } = await node.client.inApp(cookie, 'publishItem', { id }, { confirm: true })
    expect(status, text).toBe(200)
    return headers.get('x-content-revision') ?? ''
  }

  let reads = 0
  /** A list that no read before asked for: nothing is answered from the cache. */
  async function read() {
    const [replica, primary] = [count(), node.database.backend.pools.app.sent().statements]
    const { status, json, text } = await node.client.send(`${path}?per_page=${10 + (reads++ % 90)}`)
    expect(status, text).toBe(200)
    const titles: string[] = json.data.map((each: { attributes: { title: string } }) => each.attributes.title)
    const isFromReplica = count() > replica && node.database.backend.pools.app.sent().statements === primary
    return { titles, from: isFromReplica ? 'replica' : 'primary' }
  }

  /** Messages to the replica. */
  function count(): number {
    return node.database.backend.replica?.sent().messages ?? 0
  }

  async function onReplica(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: servers.replica })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
})
