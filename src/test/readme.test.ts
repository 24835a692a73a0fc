import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'

const root = join(import.meta.dirname, '../..')
const address = 'http://127.0.0.1:3000'

/** What the commands need besides npm: everywhere but on the barest machines, where .ci/run brings it. */
const hasTools = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0)

let folder: string
let server: ChildProcess | undefined
let blocks: string[]
let env: NodeJS.ProcessEnv
let dropDatabase = async () => {}

// A folder that looks like the clone in which somebody types the commands, with data of its own.
beforeAll(async () => {
  blocks = shellBlocks(await readFile(join(root, 'README.md'), 'utf8'), 'The first five minutes')
  folder = await mkdtemp(join(tmpdir(), 'masthead-readme-'))
  for (const name of await readdir(root)) {
    if (name !== 'data' && name !== '.env') await symlink(join(root, name), join(folder, name))
  }
  // What vitest adds to its own environment, such as BASE_URL, nobody has in a terminal.
  const { PATH, HOME, TMPDIR } = process.env
  env = { ...(TMPDIR === undefined ? {} : { TMPDIR }), PATH, HOME, PORT: '0' }
  if (serverUrl !== undefined) {
    const database = await createTestDatabase(serverUrl)
    dropDatabase = database.drop
    env = { ...env, DATABASE_URL: database.url }
  }
}, 300_000)
afterAll(async () => {
  if (server?.exitCode === null) {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }
  await dropDatabase()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(!hasTools)(
  'the commands of the README work as they are pasted',
  async () => {
    const [first, ...others] = blocks
    expect(first).toBe('npm ci && npm start')
    const url = await start()

    const script = ['set -euo pipefail', ...others].join('\n').replaceAll(address, url)
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env })

    expect(stdout).toContain('Made the organization Example Press')
    expect(stdout).toMatch(/"total":2,.*"slug":"keeping-notes"|"slug":"keeping-notes".*"total":2,/)
    expect(stdout).toMatch(
      /"status":"published".*"title":"Written by an agent"|"title":"Written by an agent".*"status":"published"/s,
    )
    expect(stdout).toContain('<p>It took <strong>one call</strong>.</p>')
  },
  300_000,
)

async function start(): Promise<string> {
  server = spawn(process.execPath, ['--conditions=source', 'src/main/cli.ts', 'start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!server.stdout) throw new Error('The server has no output')
  const lines = createInterface({ input: server.stdout })
  for await (const line of lines) {
    const [, url] = /listening on (http\S+)/.exec(line) ?? []
    if (url === undefined) continue
    server.stdout.resume()
    return url
  }
  throw new Error('The server ended before it printed its address')
}

/** The fenced blocks of shell commands in one section. */
function shellBlocks(text: string, heading: string): string[] {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  return Array.from(section.matchAll(/^```sh\n(.*?)\n```$/gms), ([, commands = '']) => commands)
}
