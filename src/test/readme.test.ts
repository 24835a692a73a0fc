import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'
import { allowInBrowser } from '#test/oauth-client.ts'
import { program } from '#test/program.ts'

const root = join(import.meta.dirname, '../..')
const address = 'http://127.0.0.1:3000'

/** What the commands need besides npm; only the barest machines lack it, where .ci/run installs it. */
const hasTools = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0)

let folder: string
let server: ChildProcess | undefined
let readme: string
let url: string
let key: string
let env: NodeJS.ProcessEnv
let dropDatabase = async () => {}

// A folder that looks like the clone in which somebody types the commands, with data of its own.
beforeAll(async () => {
  readme = await readFile(join(root, 'README.md'), 'utf8')
  folder = await mkdtemp(join(tmpdir(), 'masthead-readme-'))
  for (const name of await readdir(root)) {
    if (name !== 'data' && name !== '.env') await symlink(join(root, name), join(folder, name))
  }
  // Nobody's terminal has what vitest adds to its own environment, such as BASE_URL.
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

// One after the other: each begins with what the previous one left, as in a terminal.
describe.skipIf(!hasTools)('the commands of the README work as they are pasted', () => {
  test('the first five minutes, and a call by the key of them', { timeout: 300_000 }, async () => {
    const [first, ...others] = blocks('sh', 'The first five minutes')
    const [call = ''] = blocks('sh', 'Connect an agent')
    expect(first).toBe('npm ci && npm start')
    url = await start()

    const writing = blocks('sh', 'From topic to article')
    const again = blocks('sh', 'When the password is asked for again')
    const script = [
      'set -euo pipefail',
      ...others,
      ...again,
      ...writing,
      'echo',
      call,
      'printf "\\n%s" "$API_KEY"',
    ].join('\n')
    const { stdout } = await promisify(execFile)('bash', ['-c', here(script)], { cwd: folder, env })
    const lines = stdout.split('\n')
    key = lines.pop() ?? ''

    expect(stdout).toContain('Created the organization Example Press')
    expect(stdout).toMatch(/"total":2,.*"slug":"keeping-notes"|"slug":"keeping-notes".*"total":2,/)
    expect(stdout).toMatch(
      /"status":"published".*"title":"Written by an agent"|"title":"Written by an agent".*"status":"published"/s,
    )
    expect(stdout).toContain('<p>It took <strong>one call</strong>.</p>')
    expect(stdout).toContain('{"elevatedUntil":')
    expect([again.length, writing.length]).toEqual([1, 3])
    expect(stdout).toContain('"draftSchema"')
    expect(stdout).toContain('"code":"thin_content"')
    expect(stdout).toMatch(/"title":"Which paper suits a fountain pen".*"status":"scheduled"/s)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      id: 1,
      result: { structuredContent: { pageSize: 3, hasMore: true } },
    })
  })

  test('the file and the command for clients connect by the key', async () => {
    const [file = ''] = blocks('json', 'Connect an agent')
    const [command = ''] = blocks('text', 'Connect an agent')
    const { masthead } = JSON.parse(here(file).replaceAll('${API_KEY}', key)).mcpServers
    const line = here(command).replaceAll('$API_KEY', key)

    expect(line).toBe(
      `claude mcp add --transport ${masthead.type} masthead ${masthead.url} --header "X-API-Key: ${masthead.headers['X-API-Key']}"`,
    )
    const client = new Client({ name: 'a-client', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    const requestInit = { headers: masthead.headers }
    await client.connect(new StreamableHTTPClientTransport(new URL(masthead.url), { requestInit }))
    expect((await client.callTool({ name: 'getOrganization', arguments: {} })).structuredContent).toMatchObject({
      name: 'Example Press',
    })
    await client.close()
  })

  test(
    'the client by OAuth lists the tools after one consent, and asks nobody the second time',
    { timeout: 120_000 },
    async () => {
      const [, command = ''] = blocks('sh', 'Connect an agent')

      const first = await connect(here(command))
      const second = await connect(here(command))

      expect([first.code, first.asked, second.code, second.asked], first.output + second.output).toEqual([0, 1, 0, 0])
      // One of the first: the client may end before the last of what it wrote is out.
      for (const { output } of [first, second]) expect(output).toContain('"name": "createItem"')
    },
  )
})

/** Runs a client that opens addresses in a browser, and does there what its person would do. */
async function connect(command: string): Promise<{ code: number; asked: number; output: string }> {
  const child = spawn('bash', ['-c', command], {
    cwd: folder,
    env: { ...env, ...(await noBrowser()), MCP_REMOTE_CONFIG_DIR: join(folder, 'tokens') },
    // It would end when its input ends, which a terminal keeps open.
    stdio: 'pipe',
  })
  const lines: string[] = []
  const visits: Promise<unknown>[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      if (line.startsWith(`${url}/oauth/authorize?`)) visits.push(allow(line))
    })
  const [code] = (await once(child, 'close')) as [number | null]
  await Promise.all(visits)
  return { code: code ?? 1, asked: visits.length, output: lines.join('\n') }
}

async function allow(address: string): Promise<void> {
  const callback = await allowInBrowser(
    { url },
    { address, email: 'owner@example.com', password: 'a quiet hill at dawn' },
  )
  await fetch(callback)
}

/** Replaces what opens addresses on common systems, so that nothing opens here. */
async function noBrowser(): Promise<NodeJS.ProcessEnv> {
  const programs = ['open', 'xdg-open']
  await Promise.all(programs.map((name) => writeFile(join(folder, name), '#!/bin/sh\n', { mode: 0o755 })))
  return { PATH: `${folder}${delimiter}${env['PATH']}`, BROWSER: 'true' }
}

async function start(): Promise<string> {
  server = spawn(process.execPath, [...program, 'start'], {
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

/** The fenced blocks of a language in one section. */
function blocks(language: 'sh' | 'json' | 'text', heading: string): string[] {
  const section = readme.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const fenced = section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'gms'))
  return Array.from(fenced, ([, text = '']) => text)
}

/** With the address of this server instead of the usual one. */
function here(text: string): string {
  return text.replaceAll(address, url)
}
