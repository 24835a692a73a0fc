import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { TenantDatabase } from '#platform/database/tenant.ts'
import { serverUrl } from '#platform/database/test-server.ts'

import { type Client, clientOf, password } from './client.ts'
import { furnish, inPlace } from './furnish.ts'
import { newPlace } from './new-place.ts'
import type { Place } from './place.ts'
import { runCommand, type ServerProcess, startProcess } from './server-process.ts'

// A process starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const email = 'owner@example.com'
const rounds = 2
const lanes = 4
const patience = { timeout: 60_000 }

let place: Place
let nodes: ServerProcess[]
beforeEach(async () => {
  nodes = []
  place = await newPlace()
  await furnish(place.env, { email, organization: 'Northwind Media' })
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await place.drop()
})

const setUp = (organization: string, address: string) =>
  ['setup', '--email', address, '--password', password].concat('--organization', organization)

test('a server that is killed while it writes loses nothing that it acknowledged, and keeps nothing half', async () => {
  const acknowledged = new Map<string, string>()
  const asked = new Set<string>()
  let key = ''

  for (let round = 0; round < rounds; round++) {
    const server = await start()
    const client = clientOf(server.url)
    if (key === '') key = (await client.newKey(await client.signIn(email))).secret
    const writing = Array.from({ length: lanes }, async (_, lane) => {
      for (let n = 0; ; n++) {
        const name = `round ${round} lane ${lane} number ${n}`
        asked.add(name)
        const id = await createItem(client, key, name).catch(() => undefined)
        if (id === undefined) return
        acknowledged.set(name, id)
      }
    })
    // After the first answer, at any point during a write.
    await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(round * lanes)
    await wait(Math.random() * 400)
    await server.kill()
    await Promise.all(writing)
  }

  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds)
  const before = await inDatabase(rowsOfItems)
  for (const [name, id] of acknowledged) expect(before.items.get(name), name).toEqual([id])
  expect(before.torn).toEqual([])
  expect(before.items.size).toBe(before.succeeded)

  const server = await start()
  const client = clientOf(server.url)
  for (const name of asked) {
    const id = await createItem(client, key, name)
    expect(id, name).toBe(acknowledged.get(name) ?? before.items.get(name)?.[0] ?? id)
  }
  await server.stop()
  const after = await inDatabase(rowsOfItems)
  expect([...after.items.values()].every((ids) => ids.length === 1)).toBe(true)
  expect([after.items.size, after.succeeded, after.torn]).toEqual([asked.size, asked.size, []])
})

describe.runIf(serverUrl === undefined)('beside a running server', () => {
  test('a second one is refused at once, and commands ask it or are refused', async () => {
    const server = await start()
    const client = clientOf(server.url)
    const running = `server is running (pid ${server.pid})`

    const second = await runCommand(['start'], place.env)
    expect(second.code).toBe(1)
    expect(second.output).toContain(running)
    expect((await runCommand(['migrate'], place.env)).output).toContain(running)

    expect(await runCommand(setUp('Southwind Media', 'second@example.com'), place.env)).toMatchObject({ code: 0 })
    expect(await runCommand(['plan', 'southwind-media', 'starter'], place.env)).toMatchObject({ code: 0 })
    const { json } = await client.inApp(await client.signIn('second@example.com'), 'getOrganization', {})
    expect(json.result).toMatchObject({ name: 'Southwind Media', plan: 'starter' })
    expect((await runCommand(setUp('Southwind Media', 'third@example.com'), place.env)).code).toBe(1)
    expect((await runCommand(['config'], place.env)).code).toBe(0)
    const file = join(place.dataDir, 'first.md')
    await writeFile(file, '---\ntitle: From a file\n---\n\nWords.\n')
    const imported = await runCommand(['import', file, '--organization', 'northwind-media'], place.env)
    expect(imported.code, imported.output).toBe(0)
    expect((await client.inApp(await client.signIn(email), 'listItems', {})).text).toContain('From a file')

    expect(server.hasEnded()).toBe(false)
    await server.stop()
    expect((await runCommand(['plan', 'southwind-media', 'pro'], place.env)).code).toBe(0)
  })

  test('an import whose server is killed ends with what to do, and leaves the data directory to the next server', async () => {
    const folder = join(place.dataDir, 'many')
    await mkdir(folder)
    for (let at = 1; at <= 100; at++)
      await writeFile(join(folder, `${at}.md`), `---\ntitle: Many ${at}\n---\n\nWords.\n`)
    const server = await start()
    const client = clientOf(server.url)
    const cookie = await client.signIn(email)
    const importing = runCommand(['import', folder, '--organization', 'northwind-media'], place.env)
    await expect
      .poll(async () => (await client.inApp(cookie, 'listItems', {})).json.result.total, patience)
      .toBeGreaterThan(0)
    await server.kill()

    const { code, output } = await importing

    expect([code, output]).toEqual([1, expect.stringContaining('The server ended before it answered')])
    const again = await start()
    expect((await runCommand(['import', folder, '--organization', 'northwind-media'], place.env)).code).toBe(0)
    await again.stop()
  })
})

describe.runIf(serverUrl !== undefined)('with nodes on one PostgreSQL', () => {
  test('a key works on every node at once, ends on every node with the next request, and has one quota', async () => {
    const [first, second] = (await Promise.all([start(), start()])).map(({ url }) => clientOf(url)) as [Client, Client]
    const cookie = await first.signIn(email)
    const made = await first.newKey(cookie)
    expect(await discover(second, made.secret)).toBe(200)
    await second.inApp(cookie, 'revokeApiKey', { keyId: made.id }, { confirm: true })
    expect([await discover(first, made.secret), await discover(second, made.secret)]).toEqual([401, 401])

    const { secret, id } = await second.newKey(cookie)
    // The quota is stored with the key; a smaller one is exhausted with fewer calls.
    await inDatabase(({ asIdentity }) =>
      asIdentity((db) => db.updateTable('auth.api_keys').set({ rate_per_min: 100 }).where('id', '=', id).execute()),
    )
    const statuses = await Promise.all(
      Array.from({ length: 140 }, (_, n) => discover(n % 2 === 0 ? first : second, secret)),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  })

  test('connections that PostgreSQL ends under load do not end the server, and nothing acknowledged is lost', async () => {
    const server = await start()
    const client = clientOf(server.url)
    const { secret } = await client.newKey(await client.signIn(email))
    const admin = new pg.Client({ connectionString: place.env['DATABASE_URL'] })
    await admin.connect()
    const acknowledged = new Map<string, string>()
    const statuses = new Set<number>()

    const over = new AbortController()
    const writing = Array.from({ length: lanes }, async (_, lane) => {
      for (let n = 0; !over.signal.aborted; n++) {
        const name = `lane ${lane} number ${n}`
        const { status, json } = await client.call(secret, 'createItem', input(name), { idempotencyKey: keyOf(name) })
        statuses.add(status)
        if (status === 200) acknowledged.set(name, json.result.item.id)
      }
    })
    for (let kill = 1; kill <= 5; kill++) {
      await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(kill * lanes)
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    }
    const soFar = acknowledged.size
    await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(soFar)
    over.abort()
    await Promise.all(writing)
    await admin.end()

    expect(server.hasEnded()).toBe(false)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    const { items, torn, succeeded } = await inDatabase(rowsOfItems)
    for (const [name, id] of acknowledged) expect(items.get(name), name).toEqual([id])
    expect([torn, succeeded]).toEqual([[], items.size])
  })

  test('a database that takes no changes is 503 until it does, with what to do, and what is published is served', async () => {
    const client = clientOf((await start()).url)
    const { secret } = await client.newKey(await client.signIn(email))
    const create = async (name: string) => {
      const { status, json } = await client.call(secret, 'createItem', input(name))
      return [status, json.error?.code]
    }
    const organization = (await client.call(secret, 'getOrganization', {})).json.result.id
    const admin = new pg.Client({ connectionString: place.env['DATABASE_URL'] })
    await admin.connect()
    const takesChanges = (value: 'on' | 'off') =>
      admin.query(`set default_transaction_read_only = off;
        do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$;
        select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)

    await takesChanges('on')
    await expect.poll(() => create('Not now'), patience).toEqual([503, 'unavailable'])
    await expect.poll(async () => (await client.send(`/v1/${organization}/articles`)).status, patience).toBe(200)
    const during = [(await client.send('/readyz')).status, await create('Nor now')]
    const doctor = await runCommand(['doctor'], place.env)
    await takesChanges('off')
    await admin.end()

    expect(during).toEqual([503, [503, 'unavailable']])
    expect(doctor).toMatchObject({ code: 2, output: expect.stringContaining('PostgreSQL takes no changes') })
    await expect.poll(() => create('Again'), patience).toEqual([200, undefined])
    await expect.poll(async () => (await client.send('/readyz')).status, patience).toBe(200)
  })
})

async function start(): Promise<ServerProcess> {
  const server = await startProcess({ ...place.env, LOG_LEVEL: 'warn' })
  nodes.push(server)
  return server
}

async function discover(client: Client, secret: string): Promise<number> {
  return (await client.send('/v2/tools?search=none', { headers: { 'X-API-Key': secret } })).status
}

const input = (name: string) => ({ collectionId: 'articles', title: name, content: `Words of ${name}.` })
const keyOf = (name: string) => name.replaceAll(' ', '-')

/** Creates an item under an idempotency key of its own; returns its id, or undefined without an answer of success. */
async function createItem(client: Client, key: string, name: string): Promise<string | undefined> {
  const { status, json } = await client.call(key, 'createItem', input(name), { idempotencyKey: keyOf(name) })
  return status === 200 ? json.result.item.id : undefined
}

/** The database of the place, while no server has it open, or next to its nodes. */
function inDatabase<T>(work: (database: TenantDatabase) => Promise<T>): Promise<T> {
  return inPlace(place.env, ({ database }) => work(database))
}

/** Ids by title, incomplete items, and the successes in the audit log. */
async function rowsOfItems(database: TenantDatabase) {
  const { id: organizationId } = await database.asIdentity((db) =>
    db.selectFrom('auth.organizations').select('id').executeTakeFirstOrThrow(),
  )
  return database.forOrganization({ organizationId }, 'read', async ({ db }) => {
    const rows = await db
      .selectFrom('item as i')
      .leftJoin('item_body as b', 'b.item_id', 'i.id')
      .leftJoin('item_search as s', 's.item_id', 'i.id')
      .leftJoin('item_revision as r', 'r.item_id', 'i.id')
      .select(['i.id', 'i.title', 'b.content', 's.search_text', 'r.n', 'r.request_id'])
      .execute()
    const records = await db
      .selectFrom('audit_record')
      .select('request_id')
      .where('operation', '=', 'createItem')
      .where('status', '=', 'succeeded')
      .execute()
    const keys = await db.selectFrom('idempotency_key').select(['request_id', 'http_status']).execute()
    const [told, kept] = [new Set(records.map((row) => row.request_id)), new Set(keys.map((row) => row.request_id))]
    const isWhole = (row: (typeof rows)[number]) =>
      row.content === `Words of ${row.title}.` &&
      row.search_text !== null &&
      row.n === 1 &&
      told.has(row.request_id ?? '') &&
      kept.has(row.request_id ?? '')
    const items = new Map<string, string[]>()
    for (const { title, id } of rows) items.set(title, [...(items.get(title) ?? []), id])
    return { items, torn: rows.filter((row) => !isWhole(row)), succeeded: records.length }
  })
}
