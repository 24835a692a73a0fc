import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import type { Connection } from '#platform/database/connection.ts'
import { lookAtDirectory, lookAtServer } from '#platform/database/look.ts'
import { serverUrl } from '#platform/database/test-server.ts'
import { identifier, readTables } from '#platform/database/transfer/tables.ts'

import { clientOf } from './client.ts'
import { furnish } from './furnish.ts'
import { newPlace } from './new-place.ts'
import { killCommand, runCommand, type ServerProcess, startProcess } from './server-process.ts'

// A process starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

type Env = Record<string, string>

const email = 'owner@example.com'
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

test('keys rotate while the server works, and without the old one nothing is lost', async () => {
  const place = await newPlace()
  ends.push(place.drop)
  const [k1, k2] = ['k1', 'k2'].map((kid) => `${kid}:${randomBytes(32).toString('base64')}`)
  const { MASTHEAD_KEYS: _, ...rest } = place.env
  // On a server several nodes share their keys; beside the embedded engine there is a key file.
  const [before, during, after] = (
    serverUrl === undefined ? [{}, {}, {}] : [k1, `${k2},${k1}`, k2].map((keys) => ({ MASTHEAD_KEYS: keys ?? '' }))
  ).map((keys): Env => ({ ...rest, ...keys })) as [Env, Env, Env]
  await furnish(before, { email, organization: 'Northwind Media' })
  const first = await start(before)
  const published = await fillWithSecrets(first)
  if (serverUrl !== undefined) await first.stop()
  const server = serverUrl === undefined ? first : await start(during)
  const keyFile = join(place.dataDir, 'keys', 'master.keys')
  const oldKid = serverUrl === undefined ? kidsOf(await readFile(keyFile, 'utf8'))[0] : 'k1'

  const told = await succeed(['rotate-keys'], during)

  expect(told).toMatch(/now wraps all secrets: ([4-9]|\d\d) were wrapped again/)
  expect(told).toContain(`No longer needed here: ${oldKid}`)
  expect(await keysOf(server)).toEqual(published)
  await server.stop()
  if (serverUrl === undefined) {
    const [line = ''] = (await readFile(keyFile, 'utf8')).split('\n')
    await writeFile(keyFile, `${line}\n`)
  }
  expect(await textsWith(during, `v1:${oldKid}:`)).toEqual([])
  const again = await start(after)
  expect(await keysOf(again)).toEqual(published)
  const client = clientOf(again.url)
  expect((await client.inApp(await client.signIn(email), 'listItems', {})).status).toBe(200)
})

test.runIf(serverUrl !== undefined)(
  'a rotation beside a node that does not know the new key is refused, and nothing changes',
  async () => {
    const place = await newPlace()
    ends.push(place.drop)
    const [k1, k2] = ['k1', 'k2'].map((kid) => `${kid}:${randomBytes(32).toString('base64')}`)
    const node = await start({ ...place.env, MASTHEAD_KEYS: k1 ?? '' })
    const both = { ...place.env, MASTHEAD_KEYS: `${k2},${k1}` }

    const refusal = { code: 1, output: expect.stringContaining('do not seal with the key k2') }
    expect(await runCommand(['rotate-keys'], both)).toMatchObject(refusal)
    await node.stop()
    const older = await start({ ...place.env, MASTHEAD_KEYS: `${k1},${k2}` })
    expect(await runCommand(['rotate-keys'], both)).toMatchObject(refusal)
    expect(await textsWith(both, 'v1:k2:')).toEqual([])
    await older.stop()
    await start(both)
    expect(await succeed(['rotate-keys'], both)).toContain('No longer needed here: k1')
  },
)

test('a rotation that is killed on its way is finished by the next one, which makes no further key', async () => {
  const place = await newPlace()
  ends.push(place.drop)
  const [k1, k2] = ['k1', 'k2'].map((kid) => `${kid}:${randomBytes(32).toString('base64')}`)
  const { MASTHEAD_KEYS: _, ...rest } = place.env
  const onServer = serverUrl !== undefined
  const [before, after]: Env[] = onServer
    ? [k1, `${k2},${k1}`].map((keys) => ({ ...rest, MASTHEAD_KEYS: keys ?? '' }))
    : [rest, rest]
  await furnish(before ?? {}, { email, organization: 'Northwind Media' })
  const first = await start(before ?? {})
  const published = await fillWithSecrets(first)
  await first.stop()
  const keyFile = join(place.dataDir, 'keys', 'master.keys')
  const oldKid = onServer ? 'k1' : kidsOf(await readFile(keyFile, 'utf8'))[0]
  // On a server it waits for a row in the middle of its work; beside the embedded engine it has made its key and wraps.
  const held = onServer ? await holdSecrets(rest['DATABASE_URL'] ?? '') : undefined
  const isTime = held?.isAwaited ?? (() => kidsOf(readFileSync(keyFile, 'utf8')).length === 2)

  const killed = await killCommand(['rotate-keys'], after ?? {}, isTime)
  expect(killed.code, killed.output).toBe(null)
  await held?.release()
  const told = await succeed(['rotate-keys'], after ?? {})

  expect(told).toContain(`No longer needed here: ${oldKid}`)
  expect(told).not.toContain('The new master key')
  expect(await textsWith(after ?? {}, `v1:${oldKid}:`)).toEqual([])
  expect(await keysOf(await start(after ?? {}))).toEqual(published)
})

/** Locks some of the secrets. */
async function holdSecrets(url: string) {
  const [holder, looker] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  await Promise.all([holder.connect(), looker.connect()])
  await holder.query('begin; select from auth.installation for update')
  return {
    isAwaited: async () =>
      (
        await looker.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount !== 0,
    async release() {
      await holder.query('rollback')
      await Promise.all([holder.end(), looker.end()])
    },
  }
}

/** Signing keys, a session's states, a webhook's secret, and on a server the passwords of the logins. */
async function fillWithSecrets(server: ServerProcess): Promise<unknown> {
  const client = clientOf(server.url)
  const cookie = await client.signIn(email)
  const { status, text } = await client.inApp(cookie, 'createWebhookSecret', {}, { confirm: true })
  expect(status, text).toBe(200)
  return keysOf(server)
}

async function keysOf({ url }: ServerProcess): Promise<unknown> {
  return (await clientOf(url).send('/oauth/jwks')).json
}

/** Tables that hold a text in any column: what is sealed lies nowhere else than where it is looked for. */
async function textsWith(env: Env, text: string): Promise<string[]> {
  const look = async (connection: Connection) => {
    const found: string[] = []
    for (const { name } of [...(await readTables(connection)), { name: 'masthead.login' }]) {
      const { rows } = await connection.query(
        `select 1 from ${identifier(name)} one where position($1 in one::text) > 0 limit 1`,
        [text],
      )
      if (rows.length > 0) found.push(name)
    }
    return found
  }
  const url = env['DATABASE_URL']
  const found =
    url === undefined
      ? await lookAtDirectory({ dataDir: env['DATA_DIR'] ?? '', fsync: false, log: silentLog }, look)
      : await lookAtServer(url, silentLog, look)
  return found ?? ['no database']
}

function kidsOf(file: string): string[] {
  return file
    .trim()
    .split('\n')
    .map((line) => line.split(':')[0] ?? '')
}

async function start(env: Env): Promise<ServerProcess> {
  const node = await startProcess(env)
  ends.push(node.kill)
  return node
}

async function succeed(args: string[], env: Env): Promise<string> {
  const { code, output } = await runCommand(args, env)
  expect(code, output).toBe(0)
  return output
}
