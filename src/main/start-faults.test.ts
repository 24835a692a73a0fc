import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { freePort } from '#test/listening.ts'
import { newPlace } from '#test/new-place.ts'
import type { Place } from '#test/place.ts'
import { unpack } from '#test/unpack.ts'

import { expectNoInstallation, refusedStart as refusedIn, runCli, startCli } from './commands/test-cli.ts'

// None of these starts reaches a server: one engine is enough (tests.md#one-engine-is-enough).

let place: Place
beforeAll(async () => {
  place = await newPlace()
})
afterAll(() => place.drop())

/** A data directory with a migrated database that nothing uses; on a server an empty one. */
async function databaseOfItsOwn(): Promise<string> {
  const dataDir = join(place.dataDir, 'used')
  const template = inject('template')
  if ('file' in template) await unpack(template.file, join(dataDir, 'database'))
  return dataDir
}

const slow = { timeout: 120_000 }

const refusedStart = (env: Record<string, string>) => refusedIn({ DATA_DIR: place.dataDir, ...env })

test('a taken port is named, with another one to try', slow, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo

  const { code, says } = await refusedStart({ PORT: String(port) })

  other.close()
  expect({ code, says }).toEqual({
    code: 1,
    says: `Port ${port} of 127.0.0.1 is in use by another program. Stop that program, or choose another port: PORT=${port + 1}`,
  })
})

test('a port that two settings name is named as such', slow, async () => {
  const port = await freePort()

  const { code, says } = await refusedStart({ PORT: String(port), METRICS: `127.0.0.1:${port}` })

  expect([code, says]).toEqual([1, `METRICS and PORT name the same port, ${port}. Choose another one for METRICS.`])
})

test('an address that the machine does not have is named', slow, async () => {
  const { code, says } = await refusedStart({ HOST: '192.0.2.1', MASTHEAD_ALLOW_HTTP: '1' })

  expect(code).toBe(1)
  expect(says).toMatch(/^This machine does not have the address 192\.0\.2\.1\. Set HOST to .+$/)
})

test('a data directory that cannot be made is named', slow, async () => {
  const file = join(place.dataDir, 'file')
  await writeFile(file, '')

  const { code, says } = await refusedStart({ DATA_DIR: join(file, 'data') })

  expect(code).toBe(1)
  expect(says).toMatch(/^The data directory .+ cannot be created, because .+ Name another folder with DATA_DIR\.$/)
})

test.runIf(process.platform === 'linux')('a file system that makes no folders is named', slow, async () => {
  const { code, says } = await refusedStart({ DATA_DIR: '/proc/none/data' })

  expect([code, says]).toEqual([1, expect.stringContaining('cannot be created: no folder can be made at /proc/none')])
})

test(
  'a data directory in use names the process that has it, and a second set-up is done by that process',
  slow,
  async () => {
    const env = { DATA_DIR: place.dataDir }
    const server = await startCli(env)

    const { code, says } = await refusedStart(env)
    const made = await runCli(
      [
        'setup',
        '--email',
        'owner@example.com',
        '--password',
        'a horse on a quiet hill',
        '--organization',
        'Demo',
        '--demo',
      ],
      env,
    )
    const doctor = await runCli(['doctor', '--json'], env)

    expect(await server.stop()).toBe(0)
    expect(code).toBe(1)
    expect(says).toMatch(
      /^The data directory .+ is in use: server is running \(pid \d+\).+DATA_DIR names another folder\.$/,
    )
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toContain('It has 12 items of sample content.')
    expect(doctor.code).toBeLessThan(2)
    expect(JSON.parse(doctor.stdout)).toContainEqual(
      expect.objectContaining({ name: 'data directory', level: 'ok', says: expect.stringContaining('uses') }),
    )
  },
)

test('a fault of the configuration ends with 78', slow, async () => {
  expect(await refusedStart({ PORT: '80000' })).toEqual({
    code: 78,
    says: 'The configuration has faults:\n  PORT is not a whole number from 0 to 65535. Example: PORT=8080',
  })
})

test('the doctor names faults of the configuration as checks, also as JSON', slow, async () => {
  const env = { PORT: '80000', DATABASE_READ_URL: 'postgres://masthead:topsecret@replica.example.com/masthead' }

  const told = await runCli(['doctor', '--json'], env)

  expect(told).toMatchObject({ code: 2, stderr: '' })
  expect(told.stdout).not.toContain('topsecret')
  expect(JSON.parse(told.stdout)).toEqual([
    {
      name: 'settings',
      level: 'error',
      says: 'PORT is not a whole number from 0 to 65535.',
      fix: 'Set it like this: PORT=8080',
    },
    expect.objectContaining({ says: 'DATABASE_URL is missing next to DATABASE_READ_URL.' }),
  ])
})

test('a database server that is not there is named without its password', slow, async () => {
  const { code, says } = await refusedStart({ DATABASE_URL: 'postgres://masthead:topsecret@127.0.0.1:9/masthead' })

  expect(code).toBe(1)
  expect(says).toMatch(
    /^The database server at 127\.0\.0\.1:9 does not answer .+ correct host and port in DATABASE_URL\.$/,
  )
  expect(says).not.toContain('topsecret')
})

test('a missing key file is named and not made anew, and so is a damaged lock', slow, async () => {
  const env = { DATA_DIR: await databaseOfItsOwn() }
  const owner = ['--email', 'owner@example.com', '--password', 'a horse on a quiet hill', '--organization', 'Demo']
  expect((await runCli(['setup', ...owner], env)).code).toBe(0)
  await rm(join(env.DATA_DIR, 'keys'), { recursive: true })

  const missing = await refusedStart(env)
  await writeFile(join(env.DATA_DIR, 'lock'), '{"pid"\n')
  const damaged = await refusedStart(env)

  expect(missing.says).toContain('The key file')
  expect(missing.says).toContain('is missing, and the database has secrets that it sealed')
  expect(existsSync(join(env.DATA_DIR, 'keys'))).toBe(false)
  expect(damaged.says).toMatch(/The lock file .+lock is damaged\. .+ delete the file/)
})

test('a command that needs an installation makes none in an empty place, and says so in one line', slow, async () => {
  const empty = join(place.dataDir, 'empty')

  await expectNoInstallation({ DATA_DIR: empty }, join(place.dataDir, 'b'))

  expect(existsSync(join(empty, 'database'))).toBe(false)
})

test('arguments that a command does not know are refused as such', slow, async () => {
  for (const command of [
    'start now',
    'work --nightyl',
    'doctor --jsno',
    'reset-password --all',
    'upgrade all',
    'config PORT',
  ]) {
    const { code, stderr } = await runCli(command.split(' '), { DATA_DIR: join(place.dataDir, 'none') })
    expect({ code, stderr }).toEqual({ code: 64, stderr: expect.stringMatching(/^Usage: masthead [\w-]+.*\n$/) })
  }
  expect(await runCli(['bakcup', 'x'], {})).toMatchObject({
    code: 64,
    stderr: expect.stringMatching(/^There is no command "bakcup"\. Did you mean: masthead backup\n/),
  })
})

test('the version is printed', slow, async () => {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')) as Version

  expect(await runCli(['--version'], {})).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})
type Version = { version: string }

test('help is printed, of a command too, and nothing is begun', slow, async () => {
  const all = await runCli(['--help'], {})
  const one = await runCli(['import', 'articles', '--help'], { DATA_DIR: join(place.dataDir, 'none') })

  expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining('masthead backup'), stderr: '' })
  expect(one).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: masthead import [^]*--dry-run/),
    stderr: '',
  })
  expect(existsSync(join(place.dataDir, 'none'))).toBe(false)
})

test('a database server of an unknown name is named', slow, async () => {
  const { says } = await refusedStart({ DATABASE_URL: 'postgres://masthead@database.invalid/masthead' })

  expect(says).toMatch(/^The database server at database\.invalid:5432 does not answer .+$/)
})

test('statements for roles are printed for a server, and refused without one', slow, async () => {
  const printed = await runCli(['roles', '--sql'], { DATABASE_URL: 'postgres://owner:topsecret@db.example.com/cms' })
  const refused = await runCli(['roles', '--sql'], { DATA_DIR: join(place.dataDir, 'none') })

  expect(printed).toMatchObject({ code: 0, stderr: '' })
  expect(printed.stdout).toContain('grant masthead_app to "masthead_app__cms";')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^masthead roles needs DATABASE_URL/)
})

test('a backup to a place where no folder can be made names it, and ends', slow, async () => {
  const below = join(place.dataDir, '..', 'a-file')
  await writeFile(below, 'not a folder')

  const answers = [await refusedBackup(join(below, 'backup')), await refusedBackup('/proc/masthead/backup')]

  await rm(below)
  expect(answers).toEqual([
    {
      code: 1,
      says: `${join(below, 'backup')} cannot be used, because a part of its path is a file. Name another place.`,
    },
    { code: 1, says: 'No folder can be made at /proc/masthead. Name another place.' },
  ])
})

async function refusedBackup(folder: string) {
  const { code, stderr } = await runCli(['backup', folder], { DATA_DIR: place.dataDir })
  return { code, says: stderr.trim() }
}
