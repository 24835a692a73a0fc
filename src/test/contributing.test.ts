import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { addField, fieldFiles, followField } from './adding-a-field.ts'
import { type Client, clientOf, password } from './client.ts'
import { newPlace } from './new-place.ts'
import type { Place } from './place.ts'
import { runCommand, type ServerProcess, startProcess } from './server-process.ts'
import { copySources, type SourceCopy } from './source-copy.ts'

// A copy of all sources, their types checked, and a server on them: one engine is enough (tests.md#one-engine-is-enough).
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const root = join(import.meta.dirname, '../..')
const email = 'owner@example.com'
const changes = {
  'Adding a field to items': fieldFiles,
  'Adding an operation': ['index.ts', 'operations/get-next-topic.test.ts', 'operations/get-next-topic.ts'].map(
    (file) => `src/areas/topics/${file}`,
  ),
  'Adding a job': [
    'index.ts',
    'jobs/remove-outdated-entries.ts',
    'operations/remove-outdated-entries.test.ts',
    'operations/remove-outdated-entries.ts',
  ].map((file) => `src/areas/library/${file}`),
  'Adding a procedure': ['index.ts', 'procedures/count-sessions.test.ts', 'procedures/count-sessions.ts'].map(
    (file) => `src/areas/account/${file}`,
  ),
}

let copy: SourceCopy
const touched: Record<string, string[]> = {}

// The steps of CONTRIBUTING, taken from its own words.
beforeAll(async () => {
  copy = await copySources()
  const text = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
  for (const title of Object.keys(changes)) {
    const before = new Set(await copy.changedFiles())
    if (title === 'Adding a field to items') await addField(copy, text)
    else for (const step of stepsOf(text, title)) await take(step)
    touched[title] = (await copy.changedFiles()).filter((file) => !before.has(file))
  }
})
afterAll(() => copy.remove())

test.each(Object.entries(changes))('%s takes these files', (title, files) => {
  expect(touched[title]).toEqual(files)
})

test('the types hold, no list lacks a line, and the tests of the changes pass', async () => {
  await run('node_modules/@typescript/native/bin/tsc', ['-p', '.', '--singleThreaded'])
  const own = Object.values(changes).flatMap((files) => files.filter((file) => file.endsWith('.test.ts')))
  // In one process, which loads the copy once; what is kept of it no other run would find.
  const alone = ['run', '--maxWorkers=1', '--fsModuleCache=false']
  await run('node_modules/vitest/vitest.mjs', [...alone, ...own, 'src/test/lists.test.ts', 'src/test/floors.test.ts'])
})

describe('over HTTP', () => {
  let place: Place
  let server: ServerProcess
  let client: Client
  let key: string
  let cookie: string

  beforeAll(async () => {
    place = await newPlace()
    const asked = ['setup', '--email', email, '--password', password, '--organization', 'Northwind Media']
    // It also migrates.
    const { code, output } = await runCommand(asked, place.env, copy.folder)
    expect(code, output).toBe(0)
    server = await startProcess(place.env, copy.folder)
    client = clientOf(server.url)
    cookie = await client.signIn(email)
    key = (await client.newKey(cookie)).secret
  })
  afterAll(async () => {
    await server.stop()
    await place.drop()
  })

  test('the operation is found and answers', async () => {
    const { json: found } = await client.call(key, 'listOperations', { name: 'getNextTopic' })
    const { json: openapi } = await client.send('/v2/openapi.json')
    const { status, json } = await client.call(key, 'getNextTopic', {})

    expect(found.result.operations).toMatchObject([{ name: 'getNextTopic', area: 'topics', riskLevel: 'read' }])
    expect(openapi.paths).toHaveProperty('/v2/tools/getNextTopic')
    expect(status).toBe(200)
    expect(json.result).toEqual({ topic: null })
  })

  test('the job is run by a worker', async () => {
    const entry = { kind: 'fact', title: 'Old', body: 'Words.', validUntil: '2025-12-31T00:00:00Z' }
    await client.call(key, 'createContextEntry', entry)

    const started = await client.call(key, 'removeOutdatedEntries', { before: '2026-01-01' }, { confirm: true })
    const { jobId } = started.json.result
    const job = () => client.call(key, 'getJob', { jobId, waitSeconds: 10 })

    await expect
      .poll(async () => (await job()).json.result)
      .toMatchObject({ state: 'succeeded', result: { removed: 1 } })
  })

  test('the procedure answers a person, and says to agents where a person calls it', async () => {
    const person = await client.inApp(cookie, 'countSessions', {})
    const agent = await client.call(key, 'countSessions', {})

    expect(person.json.result).toEqual({ count: 1 })
    expect(agent.json.error).toMatchObject({ status: 403, code: 'operation_excluded' })
  })

  followField({ client: () => client, key: () => key, address: () => server.url })
})

type Step = { file: string; language: string; block: string }

/** The steps of a section: a file in a numbered line, and the block below it. */
function stepsOf(text: string, title: string): Step[] {
  const section = text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  const steps = /^\d\. `(?<file>[^`]+)`.*\n\n {3}```(?<language>ts|diff)\n(?<block>[^]*?)^ {3}```$/gm
  return [...section.matchAll(steps)].map(({ groups: { file = '', language = '', block = '' } = {} }) => ({
    file,
    language,
    block: block.replace(/^ {3}/gm, ''),
  }))
}

/** A new file as it is shown; in an existing one, what the parts of the difference say. */
async function take({ file, language, block }: Step): Promise<void> {
  const path = join(copy.folder, file)
  await mkdir(dirname(path), { recursive: true })
  if (language === 'ts') return writeFile(path, block)

  let text = await readFile(path, 'utf8')
  for (const part of block.split(/^@@\n/m)) {
    const [before, after] = ['+', '-'].map((left) =>
      part.replace(new RegExp(`^\\${left}.*\n`, 'gm'), '').replace(/^./gm, ''),
    )
    if (text.split(before ?? '').length !== 2)
      throw new Error(`CONTRIBUTING: ${file} does not have this once:\n${before}`)
    text = text.replace(before ?? '', () => after ?? '')
  }
  await writeFile(path, text)
}

/** Runs a tool of the copy's dependencies to its end; what it printed is in the error. */
async function run(tool: string, args: readonly string[]): Promise<void> {
  // Not as a part of this run.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_REPORT)/.test(name)))
  await promisify(execFile)(process.execPath, [tool, ...args], { cwd: copy.folder, env }).catch((error: unknown) => {
    throw new Error(`${tool}: ${String(Reflect.get(Object(error), 'stdout'))}`)
  })
}
