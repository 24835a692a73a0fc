import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { dailySnapshots } from '#platform/database/embedded/daily-snapshots.ts'
import { copyDirectory } from '#platform/database/embedded/snapshot.ts'
import { serverUrl } from '#platform/database/test-server.ts'
import type { Manifest } from '#platform/database/transfer/backup.ts'

import { clientOf, password } from './client.ts'
import { newPlace } from './new-place.ts'
import { killCommand, runCommand, startProcess } from './server-process.ts'

// A process starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

type Env = Record<string, string>

const email = 'owner@example.com'
/** An installation with the sample publication, and its backup, made beside the server. */
const sample = { env: {} as Env, folder: '', said: '', drop: async () => {} }
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  sample.env = await newInstallation('--demo')
  const server = await startProcess(sample.env)
  sample.folder = await newFolder('backup')
  // What was made here is for all tests.
  const own = [...ends.splice(0), server.kill]
  sample.drop = async () => {
    for (const end of own.toReversed()) await end()
  }
  await writeNew(join(sample.env['DATA_DIR'] ?? '', 'media', 'org', 'a'), 'picture')
  sample.said = await succeed(['backup', sample.folder], sample.env)
  // Where the process got no time for two seconds, it says so once.
  await vi.waitFor(async () => expect((await clientOf(server.url).send('/readyz')).status).toBe(200), {
    timeout: 25_000,
  })
  await server.stop()
})
afterAll(() => sample.drop())
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

test('a backup of the sample publication, made beside the server, restores into an empty database with equal tables', async () => {
  const { env, folder, said } = sample
  expect(said).toContain('does not contain the master keys')
  expect((await readdir(folder)).join()).not.toContain('master')
  expect(await succeed(['verify', folder], env)).toContain('is complete')
  expect(await run(['backup', folder], env)).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') })
  expect(await run(['restore', folder], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not empty'),
  })

  const target = await otherEngine(env)
  expect(await succeed(['restore', folder], target)).toContain('each table was compared')
  expect(await readFile(join(target['DATA_DIR'] ?? '', 'media', 'org', 'a'), 'utf8')).toBe('picture')
  const again = await newFolder('again')
  await succeed(['backup', again], target)
  expect(await tablesOf(again)).toEqual(await tablesOf(folder))
  expect((await tablesOf(folder)).find(({ name }) => name === 'app.item')?.rows).toBeGreaterThan(10)
  const restored = await startProcess(target)
  ends.push(restored.kill)
  const client = clientOf(restored.url)
  const { json } = await client.inApp(await client.signIn(email), 'listItems', { pageSize: 1 })
  expect(json.result.total).toBeGreaterThan(5)
  await restored.kill()
  expect(await tablesIn(target)).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'app.item' })]))
})

test('a damaged file, a missing one and other keys are named, and nothing is restored', async () => {
  const { env } = sample
  const folder = await newFolder('damaged')
  await cp(sample.folder, folder, { recursive: true })
  const target = await otherEngine(env)
  const item = join(folder, 'app.item.jsonl.gz')
  const whole = await readFile(item)

  const others = {
    ...target,
    MASTHEAD_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  }
  expect(await run(['restore', folder], others)).toMatchObject({
    code: 1,
    output: expect.stringContaining('MASTHEAD_KEYS'),
  })
  const lines = gunzipSync(whole).toString().replace('"published"', '"draft"')
  await writeFile(item, gzipSync(lines))
  expect(await run(['verify', folder], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('app.item has different contents'),
  })
  await writeFile(item, gzipSync(lines.slice(lines.indexOf('\n') + 1)))
  expect((await run(['verify', folder], env)).output).toMatch(/app\.item has \d+ rows instead of \d+/)
  await writeFile(item, whole.subarray(0, whole.length / 2))
  expect((await run(['verify', folder], env)).output).toContain('app.item cannot be read')
  const refused = await run(['restore', folder], target)
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Nothing was restored') })

  await writeFile(item, whole)
  const [picture, manifest] = [join(folder, 'files', 'org', 'a'), join(folder, 'manifest.json')]
  const complete = await readFile(manifest)
  await writeFile(picture, 'pictures')
  expect((await run(['verify', folder], env)).output).toContain('org/a has 8 bytes instead of 7')
  await writeFile(picture, 'pixture')
  expect((await run(['verify', folder], env)).output).toContain('org/a has different contents')
  await rm(picture)
  expect((await run(['verify', folder], env)).output).toContain('org/a is missing')
  expect(await run(['restore', folder], target)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was restored'),
  })
  await writeFile(picture, 'picture')
  await writeFile(manifest, complete.subarray(0, 100))
  expect((await run(['verify', folder], env)).output).toContain('manifest.json is not what was written')
  await writeFile(manifest, String(complete).replace('"name": "created_at"', '"name": "dreated_at"'))
  expect((await run(['verify', folder], env)).output).toContain('manifest.json is not what was written')
  await writeFile(manifest, complete)
  expect(await succeed(['verify', folder], env)).toContain('is complete')
})

test('a restore that is killed while it puts files in their place is done by the next one', async () => {
  const folder = await newFolder('killed')
  await cp(sample.folder, folder, { recursive: true })
  // As many as take some time, one of them long.
  const text = await readFile(join(folder, 'manifest.json'), 'utf8')
  const { checksum: _, ...manifest } = JSON.parse(text) as Manifest & { checksum: string }
  const large = Buffer.alloc(32 * 1024 * 1024)
  const sha256 = createHash('sha256').update(large).digest('hex')
  const more = ['b', 'c'].map((name) => ({ name: `org/${name}`, bytes: large.length, sha256 }))
  for (const { name } of more) await writeFile(join(folder, 'files', name), large)
  await writeFile(
    join(folder, 'manifest.json'),
    JSON.stringify({ ...manifest, files: [...(manifest.files ?? []), ...more] }),
  )
  const target = await otherEngine(sample.env)
  const media = join(target['DATA_DIR'] ?? '', 'media')

  const killed = await killCommand(['restore', folder], target, () => existsSync(join(media, 'org')))
  expect(killed.code, killed.output).toBe(null)

  expect(await succeed(['restore', folder], target)).toContain('3 files')
  expect((await readdir(join(media, 'org'))).toSorted()).toEqual(['a', 'b', 'c'])
})

describe.runIf(serverUrl !== undefined)('between the engines', () => {
  test('an empty database that a node uses is neither restored into nor moved to', async () => {
    const { env, folder } = sample
    const place = await newPlace()
    ends.push(place.drop)
    const next = place.env['DATABASE_URL'] ?? ''
    const target = { ...env, DATABASE_URL: next }
    const running = await startProcess(target)
    ends.push(running.kill)
    const { DATABASE_URL: _, ...rest } = env
    const embedded: Env = { ...rest, DATA_DIR: await newFolder('source') }
    await succeed(['setup', '--email', email, '--password', password, '--organization', 'Other'], embedded)

    const refusal = { code: 1, output: expect.stringContaining('Stop every node first') }
    expect(await run(['restore', folder], target)).toMatchObject(refusal)
    expect(await run(['move', '--to', next], embedded)).toMatchObject(refusal)

    await running.stop()
    expect(await succeed(['restore', folder], target)).toContain('each table was compared')
  })

  test('an installation moves to the embedded engine and back to a server, and every table stays as it was', async () => {
    const { env, folder: before } = sample
    const running = await startProcess(env)
    expect((await run(['move', '--to', 'embedded'], env)).output).toContain('Stop every node first')
    await running.stop()

    expect(await succeed(['move', '--to', 'embedded'], env)).toContain('Remove DATABASE_URL')
    const { DATABASE_URL: _, ...embedded } = env
    const place = await newPlace()
    ends.push(place.drop)
    const next = place.env['DATABASE_URL'] ?? ''
    expect(await succeed(['move', '--to', next], embedded)).toContain('each table was compared')

    const after = await newFolder('after')
    await succeed(['backup', after], { ...env, DATABASE_URL: next })
    expect(unsealed(await tablesOf(after))).toEqual(unsealed(await tablesOf(before)))
    expect((await run(['move', '--to', next], embedded)).output).toContain('is not empty')
    const server = await startProcess({ ...env, DATABASE_URL: next })
    ends.push(server.kill)
    const client = clientOf(server.url)
    expect((await client.inApp(await client.signIn(email), 'listItems', {})).status).toBe(200)
  })

  test.each<[string, (dataDir: string) => boolean]>([
    ['while it reads the source', (dataDir) => scratchOf(dataDir).length > 0],
    ['while it prepares its target', (dataDir) => existsSync(join(dataDir, 'database', 'PG_VERSION'))],
  ])(
    'a move to the embedded engine that is killed %s is done by the next one, and the source stays as it was',
    async (_when, isTime) => {
      const { env, folder: before } = sample
      const dataDir = await newFolder('moved')
      const target: Env = { ...env, DATA_DIR: dataDir }

      const killed = await killCommand(['move', '--to', 'embedded'], target, () => isTime(dataDir))
      expect(killed.code, killed.output).toBe(null)

      expect(await succeed(['move', '--to', 'embedded'], target)).toContain('each table was compared')
      expect(scratchOf(dataDir)).toEqual([])
      const { DATABASE_URL: _, ...embedded } = target
      for (const side of [embedded, env])
        expect(unsealed(await tablesIn(side))).toEqual(unsealed(await tablesOf(before)))
    },
  )

  test('a move to a server that is killed while it fills its target is done by the next one', async () => {
    const { env, folder: before } = sample
    const place = await newPlace()
    ends.push(place.drop)
    const next = place.env['DATABASE_URL'] ?? ''
    const looker = new pg.Client({ connectionString: next })
    await looker.connect()
    ends.push(() => looker.end())
    const isFilling = async () => {
      const { rowCount } = await looker.query(
        `select from pg_stat_activity where datname = current_database() and query ilike 'insert into %' and pid <> pg_backend_pid()`,
      )
      return rowCount !== 0
    }

    const killed = await killCommand(['move', '--to', next], env, isFilling)
    expect(killed.code, killed.output).toBe(null)

    expect(await succeed(['move', '--to', next], env)).toContain('each table was compared')
    expect(unsealed(await tablesIn({ ...env, DATABASE_URL: next }))).toEqual(unsealed(await tablesOf(before)))
  })
})

test.runIf(serverUrl === undefined)(
  'the newest snapshot takes the place of the embedded database by one command',
  async () => {
    const env = await newInstallation()
    const dataDir = env['DATA_DIR'] ?? ''
    const [directory, snapshots] = [join(dataDir, 'database'), join(dataDir, 'snapshots')]
    expect((await run(['restore', '--snapshot', 'latest'], env)).output).toContain('There is no snapshot')
    const daily = dailySnapshots({ directory, snapshots, copy: (to) => copyDirectory(directory, to), log: silentLog })
    expect([await daily.look(), await daily.look()]).toEqual(['taken', 'fresh'])
    await daily.stop()
    await succeed(['plan', 'northwind-media', 'starter'], env)
    await writeFile(join(directory, 'global', 'pg_control'), 'damaged')
    // What a restore of another snapshot left that was killed.
    for (const left of ['restoring', 'restored'])
      await writeNew(join(`${directory}.${left}`, 'base', 'of-another'), 'rows')

    expect(await succeed(['restore', '--snapshot', 'latest'], env)).toContain('has replaced the database')

    expect(existsSync(join(directory, 'base', 'of-another'))).toBe(false)
    // A restore that was killed between its last two steps.
    await rename(directory, `${directory}.restored`)
    // What a backup left that was killed.
    await writeNew(join(dataDir, 'scratch-4194304', 'base', '1'), 'rows')
    const server = await startProcess(env)
    ends.push(server.kill)
    expect(existsSync(join(dataDir, 'scratch-4194304'))).toBe(false)
    const client = clientOf(server.url)
    const { json } = await client.inApp(await client.signIn(email), 'getOrganization', {})
    expect(json.result.plan).not.toBe('starter')
  },
)

test.runIf(serverUrl === undefined)(
  'a day later there is a new daily snapshot, taken while the server works',
  async () => {
    const folder = await newFolder('daily')
    await writeNew(join(folder, 'database', 'PG_VERSION'), '18')
    let now = new Date('2030-01-01T00:00:00Z')
    const daily = dailySnapshots({
      directory: join(folder, 'database'),
      snapshots: join(folder, 'snapshots'),
      copy: (to) => copyDirectory(join(folder, 'database'), to),
      log: silentLog,
      now: () => now,
    })

    const looks = []
    for (const hours of [0, 23, 24, 25]) {
      now = new Date(Date.UTC(2030, 0, 1, hours))
      looks.push(await daily.look())
    }
    await daily.stop()

    expect(looks).toEqual(['taken', 'fresh', 'taken', 'fresh'])
  },
)

async function newInstallation(...more: string[]): Promise<Env> {
  const place = await newPlace()
  ends.push(place.drop)
  const names = ['--email', email, '--password', password, '--organization', 'Northwind Media']
  await succeed(['setup', ...names, ...more], place.env)
  return place.env
}

/** An empty place on the other engine where there is a server, else a second one; with the same keys. */
async function otherEngine(env: Env): Promise<Env> {
  const { DATABASE_URL: _, ...embedded } = env
  return { ...embedded, DATA_DIR: await newFolder('target') }
}

async function newFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `masthead-${name}-`))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What a command keeps on its way. */
const scratchOf = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('scratch-'))

async function writeNew(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, text)
}

/** The tables of an installation, as a backup of it has them. */
async function tablesIn(env: Env): Promise<Manifest['tables']> {
  const folder = await newFolder('copy')
  await succeed(['backup', folder], env)
  return tablesOf(folder)
}

async function tablesOf(folder: string): Promise<Manifest['tables']> {
  return (JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest).tables
}

/** The server of the sample ran on after its backup, and a minute later it would have sealed its audit log. */
const unsealed = (tables: Manifest['tables']) => tables.filter(({ name }) => name !== 'app.audit_seal')

const run = (args: string[], env: Env) => runCommand(args, env)

async function succeed(args: string[], env: Env): Promise<string> {
  const { code, output } = await run(args, env)
  expect(code, output).toBe(0)
  return output
}
