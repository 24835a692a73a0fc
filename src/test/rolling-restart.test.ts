import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { serverUrl } from '#platform/database/test-server.ts'

import { type Client, clientOf } from './client.ts'
import { furnish } from './furnish.ts'
import { newPlace } from './new-place.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { copySources } from './source-copy.ts'

// A process starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const email = 'owner@example.com'
const lanes = 4

/** What a release does to tables that the one before it still uses: it expands. */
const migration = `
alter table app.item add column mood text;
create index item_mood on app.item (organization_id, mood);
alter table auth.api_keys add column mood text not null default 'calm';
create function app.mood() returns text language sql stable as $$ select 'calm' $$;
`

describe.runIf(serverUrl !== undefined)('two nodes on one PostgreSQL (needs it)', () => {
  test('are replaced one after the other by a version with a migration, and no request fails', async () => {
    const place = await newPlace()
    ends.push(place.drop)
    // As long as a balancer takes to hear that a node closes.
    const env = { ...place.env, SHUTDOWN_DELAY: '3' }
    await furnish(env, { email, organization: 'Northwind Media' })
    const next = await copySources()
    ends.push(next.remove)
    await writeFile(join(next.folder, 'migrations/9000_mood.sql'), migration)

    const nodes = await Promise.all([start(env), start(env)])
    const client = clientOf(nodes[0]?.url ?? '')
    const { secret } = await client.newKey(await client.signIn(email))
    await ask(place.env['DATABASE_URL'], 'update auth.api_keys set rate_per_min = 1000000')
    const organization = (await client.call(secret, 'getOrganization', {})).json.result
    const balancer = balance(nodes.map(({ url }) => url))
    ends.push(balancer.stop)
    const steady = load(balancer.client, { secret, path: `/v1/${organization.id}/articles` })
    await expect.poll(steady.answered).toBeGreaterThan(2 * lanes)

    for (const old of nodes) {
      const node = await start(env, next.folder)
      balancer.add(node.url)
      await expect.poll(() => balancer.ready()).toContain(node.url)
      await old.stop()
      const soFar = steady.answered()
      await expect.poll(steady.answered).toBeGreaterThan(soFar + 2 * lanes)
      expect(old.exitCode()).toBe(0)
    }
    await steady.stop()

    expect(steady.failed, JSON.stringify(steady.failed)).toEqual([])
    expect(balancer.ready()).toHaveLength(2)
    const { rows } = await ask(
      place.env['DATABASE_URL'],
      'select count(*)::int as items, count(mood) as moods from app.item',
    )
    expect(rows).toEqual([{ items: steady.written(), moods: '0' }])
  })
})

async function start(env: Record<string, string>, folder?: string): Promise<ServerProcess> {
  const node = await startProcess(env, folder)
  ends.push(node.kill)
  return node
}

/** Sends each request to one of the nodes that call themselves ready, once, as a balancer in front of them does. */
function balance(urls: readonly string[]) {
  const known = new Map(urls.map((url) => [url, true]))
  const ready = () => [...known].filter(([, isReady]) => isReady).map(([url]) => url)
  const over = new AbortController()
  const probing = (async () => {
    while (!over.signal.aborted) {
      for (const url of known.keys()) {
        const isReady = await fetch(`${url}/readyz`).then(
          ({ ok, body }) => (void body?.cancel(), ok),
          () => false,
        )
        known.set(url, isReady)
      }
      await wait(50)
    }
  })()
  let turn = 0
  const next = () => {
    const all = ready()
    return clientOf(all[turn++ % all.length] ?? '')
  }
  return {
    add: (url: string) => void known.set(url, false),
    ready,
    client: next,
    async stop() {
      over.abort()
      await probing
    },
  }
}

/** Reads and writes until it is stopped. */
function load(client: () => Client, { secret, path }: { secret: string; path: string }) {
  const failed: unknown[] = []
  let [answered, written] = [0, 0]
  const over = new AbortController()
  const lane = async (n: number) => {
    for (let round = 0; !over.signal.aborted; round++) {
      const isWrite = (n + round) % 2 === 0
      const asked = isWrite
        ? client().call(secret, 'createItem', { collectionId: 'articles', title: `Article ${n} ${round}` })
        : client().send(`${path}?per_page=${10 + (round % 80)}`)
      const answer = await asked.catch((error: unknown) => ({
        status: 0,
        text: String((error as Error).cause ?? error),
      }))
      if (answer.status === 200) answered++
      else failed.push({ isWrite, status: answer.status, text: answer.text })
      if (isWrite && answer.status === 200) written++
    }
  }
  const all = Array.from({ length: lanes }, (_, n) => lane(n))
  return {
    failed,
    answered: () => answered,
    written: () => written,
    async stop() {
      over.abort()
      await Promise.all(all)
    },
  }
}

async function ask(url: string | undefined, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}
