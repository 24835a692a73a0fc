import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

import { commands } from '#main/commands/commands.ts'
import { readConfig } from '#platform/config/config.ts'
import { variableNames } from '#platform/config/variables.ts'
import { type ComposeFile, interpolated, readCompose } from '#test/compose-file.ts'
import { all, copiesOf, type Stage, stagesOf } from '#test/dockerfile.ts'
import { openServer } from '#test/server.ts'

// One engine is enough (tests.md#one-engine-is-enough).
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const { scripts, files } = z
  .object({ scripts: z.record(z.string(), z.string()), files: z.array(z.string()) })
  .parse(JSON.parse(read('package.json')))

/** What a build makes: part of the package, but not of a checkout. */
const built = 'dist'

let stages: Stage[]
let final: Stage
let compose: ComposeFile
let nodes: [string, ComposeFile['services'][string]][]
beforeAll(() => {
  stages = stagesOf(read('Dockerfile'))
  const last = stages.at(-1)
  if (last === undefined) throw new Error('The Dockerfile has no stage')
  final = last
  compose = readCompose(read('compose.yml'))
  nodes = Object.entries(compose.services).filter(([, { build }]) => build !== undefined)
})

test('the Dockerfile copies what is there, and what its stages have made', () => {
  const context = contextOf(read('.dockerignore'))
  const names = stages.map(({ name }) => name)

  const copies = stages.flatMap(copiesOf)
  const lost = copies.flatMap(({ from, sources }) =>
    from === undefined ? sources.filter((path) => !existsSync(join(root, path)) || !isWithin(context, path)) : [],
  )

  expect(copies.length).toBeGreaterThan(5)
  expect(lost).toEqual([])
  for (const { from } of copies) expect([undefined, ...names]).toContain(from)
})

test('an image holds what the package holds', () => {
  const copied = copiesOf(final).flatMap(({ sources }) => sources.map((path) => path.replace('/masthead/', '')))

  expect(copied).toEqual(expect.arrayContaining([...files, 'package.json', 'LICENSE', 'node_modules']))
})

test('nothing that is ignored by git or secret gets into the build context', () => {
  const context = contextOf(read('.dockerignore'))

  expect([...context].toSorted()).toEqual(expect.arrayContaining(['package.json', 'src']))
  for (const path of ['.env', '.git', 'data', built, 'node_modules']) expect(context.has(path), path).toBe(false)
})

test('the Dockerfile runs scripts that exist, as a user without rights', () => {
  const runs = stages.flatMap(({ instructions }) => all(instructions, 'RUN'))
  const called = runs.flatMap((line) => Array.from(line.matchAll(/npm run ([\w:-]+)/g), ([, name = '']) => name))
  const programs = [...runs, ...all(final.instructions, 'ENTRYPOINT')].flatMap((line) =>
    Array.from(line.matchAll(/bin\/[\w-]+\.js/g), ([path]) => path),
  )
  const [command = ''] = all(final.instructions, 'CMD')

  expect(called).toEqual(['build'])
  expect(called.filter((name) => !(name in scripts))).toEqual([])
  expect(programs.length).toBe(2)
  expect(programs.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(commands.map(({ name }) => name)).toContain(JSON.parse(command)[0])
  expect(all(final.instructions, 'USER')).toEqual(['node'])
  expect(new Set(stages.map(({ image }) => image))).toEqual(new Set(['node:24-slim']))
})

test('the guide to operating names commands and settings that exist, and every command that keeps data', () => {
  const guide = read('docs/scaling.md')
  const words = Array.from(guide.matchAll(/\bmasthead ([a-z][a-z-]+)/g), ([, name = '']) => name)
  const settings = Array.from(guide.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g), ([, name = '']) => name)
  const names = commands.map(({ name }) => name)

  expect(words.filter((name) => !names.includes(name))).toEqual([])
  expect(settings.length).toBeGreaterThan(10)
  expect(settings.filter((name) => !isVariable(name))).toEqual([])
  expect(words).toEqual(
    expect.arrayContaining([
      'backup',
      'verify',
      'restore',
      'move',
      'upgrade',
      'rotate-keys',
      'audit',
      'request',
      'doctor',
      'work',
    ]),
  )
})

test('the settings of the image are settings of Masthead', () => {
  const [line = ''] = all(final.instructions, 'ENV')
  const env = Object.fromEntries(line.split(' ').map((pair) => pair.split('=')))

  expect(Object.keys(env).filter((name) => name !== 'NODE_ENV' && !isVariable(name))).toEqual([])
  expect(readConfig(env).config).toMatchObject({ server: { host: '0.0.0.0', port: 3000 }, dataDir: '/data' })
  expect(all(final.instructions, 'VOLUME')).toEqual(['/data'])
  expect(all(final.instructions, 'EXPOSE')).toEqual(['3000'])
})

test('the health check of the image says yes to a server that is ready, and no where none is', async () => {
  const server = await openServer()
  const [line = ''] = all(final.instructions, 'HEALTHCHECK')
  const [program = '', ...args] = z.array(z.string()).parse(JSON.parse(line.slice(line.indexOf('['))))
  const check = (port: string) =>
    promisify(execFile)(program === 'node' ? process.execPath : program, args, { env: { PORT: port } })

  const { port } = new URL(server.url)
  expect(line).toContain('/readyz')

  await expect(check(port)).resolves.toMatchObject({ stdout: '' })
  await server.close()
  await expect(check(port)).rejects.toMatchObject({ code: 1 })
})

test('the compose file starts two servers and a worker on one PostgreSQL, by commands that exist', () => {
  const names = commands.map(({ name }) => name)

  expect(nodes.map(([name, { command, environment }]) => [name, command, environment['WORKER']])).toEqual([
    ['server-1', ['start'], 'off'],
    ['server-2', ['start'], 'off'],
    ['worker', ['work'], undefined],
  ])
  for (const [, { command = [] }] of nodes) expect(names).toContain(command[0])
  expect(compose.services['worker']?.healthcheck).toEqual({ disable: true })
  expect(compose.services['database']?.image).toMatch(/^postgres:1[5-9]$/)
})

test('every name in the compose file leads somewhere', () => {
  const services = Object.entries(compose.services)
  const named = services.flatMap(([, { volumes, configs, depends_on: others }]) => [
    ...volumes.map((volume) => [Object.keys(compose.volumes), volume.split(':')[0]] as const),
    ...configs.map(({ source }) => [Object.keys(compose.configs), source] as const),
    ...others.map((name) => [Object.keys(compose.services), name] as const),
  ])
  const proxy = compose.configs['proxy']?.content ?? ''

  for (const [known, name] of named) expect(known).toContain(name)
  expect(Array.from(proxy.matchAll(/([\w-]+):3000/g), ([, name]) => name)).toEqual(['server-1', 'server-2'])
})

test('the nodes have settings that Masthead knows and accepts, the same keys and the same files', () => {
  const secrets = { POSTGRES_PASSWORD: 'f00d', MASTHEAD_KEYS: `k1:${randomBytes(32).toString('base64')}` }
  const found = nodes.map(([, { environment, volumes }]) => {
    const { config, warnings } = readConfig(interpolated(environment, secrets))
    expect(Object.keys(environment).filter((name) => !isVariable(name))).toEqual([])
    expect(warnings).toEqual([])
    expect(volumes.map((volume) => volume.split(':')[1])).toEqual(all(final.instructions, 'VOLUME'))
    return config
  })

  for (const { database, masterKeys, server, s3 } of found) {
    expect(database.url?.reveal()).toBe('postgres://masthead:f00d@database:5432/masthead')
    expect(masterKeys?.[0]?.kid).toBe('k1')
    expect(server.baseUrl).toBe('http://localhost:3000')
    expect(s3).toBeNull()
  }
})

test('a bucket and a mail server that are set reach every node', () => {
  const set = {
    POSTGRES_PASSWORD: 'f00d',
    MASTHEAD_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    BASE_URL: 'https://content.example.com',
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'a@example.com',
    MEDIA_STORE: 's3',
    S3_BUCKET: 'media-of-all',
    S3_ACCESS_KEY_ID: 'KEY',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  for (const [, { environment }] of nodes)
    expect(readConfig(interpolated(environment, set)).config).toMatchObject({
      server: { baseUrl: 'https://content.example.com' },
      s3: { bucket: 'media-of-all' },
      mail: { from: 'a@example.com' },
    })
})

test('secrets have no default, and every other value can stay as it is', () => {
  const text = read('compose.yml')
  const required = new Set(Array.from(text.matchAll(/\$\{(\w+):\?/g), ([, name]) => name))
  const used = Array.from(text.matchAll(/\$\{(\w+)/g), ([, name = '']) => name)

  expect(required).toEqual(new Set(['POSTGRES_PASSWORD', 'MASTHEAD_KEYS']))
  expect(used.filter((name) => !isVariable(name) && !['POSTGRES_PASSWORD', 'PUBLISH'].includes(name))).toEqual([])
})

test('a development container runs scripts and forwards ports that exist', () => {
  const container = z
    .looseObject({ image: z.string(), postCreateCommand: z.literal('npm ci'), forwardPorts: z.array(z.number()) })
    .parse(JSON.parse(read('.devcontainer/devcontainer.json')))

  expect(container.image).toMatch(/:24$/)
  expect(container.forwardPorts).toEqual([readConfig({}).config.server.port])
})

test('the forms for issues have what GitHub asks for', () => {
  const folder = '.github/ISSUE_TEMPLATE'
  const forms = readdirSync(join(root, folder)).filter((name) => name !== 'config.yml')
  const field = z.object({ id: z.string(), attributes: z.object({ label: z.string() }) })
  const form = z.object({
    name: z.string(),
    description: z.string(),
    body: z.array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('markdown'), attributes: z.object({ value: z.string() }) }),
        field.extend({ type: z.literal('textarea') }),
        field.extend({ type: z.literal('input') }),
        field.extend({
          type: z.literal('dropdown'),
          attributes: z.object({ label: z.string(), options: z.array(z.string()).min(1) }),
        }),
      ]),
    ),
  })

  expect(forms).toEqual(['bug.yml', 'feature.yml'])
  for (const name of forms) {
    const ids = form.parse(parse(read(join(folder, name)))).body.flatMap((part) => ('id' in part ? [part.id] : []))
    expect(new Set(ids).size, name).toBe(ids.length)
  }
})

function isVariable(name: string): boolean {
  return variableNames.some((one) => one === name)
}

function isWithin(context: ReadonlySet<string>, path: string): boolean {
  return [...context].some((one) => path === one || path.startsWith(`${one}/`))
}

/** The paths directly below the root that a .dockerignore which begins with * lets through. */
function contextOf(text: string): Set<string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines[0]).toBe('*')
  return new Set(lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : [])))
}
