// Starts the product in a folder, waits for its address, reads the first answers and ends it:
// node .ci/first-answer.mjs <folder> <command...>
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [cwd, command, ...args] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'masthead-'))
const began = Date.now()
// A process group of its own: npm does not pass every signal on to what it runs.
const server = spawn(command, args, {
  cwd,
  detached: true,
  env: { ...process.env, PORT: '0', DATA_DIR: dataDir, SHUTDOWN_DELAY: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(server, 'exit')

try {
  const url = await address()
  await expectAnswer(`${url}/readyz`, /./)
  await expectAnswer(`${url}/v2/openapi.json`, /"openapi"/)
  await expectAnswer(`${url}/`, /<script/)
  console.log(`First answers after ${Date.now() - began} ms`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  if (server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
  await ended
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

async function address() {
  for await (const line of createInterface({ input: server.stdout })) {
    console.log(line)
    const found = /listening on (http\S+)/.exec(line)
    if (found) {
      server.stdout.resume()
      return found[1]
    }
  }
  throw new Error('The server ended before it printed its address')
}

async function expectAnswer(url, pattern) {
  const answer = await fetch(url)
  const text = await answer.text()
  if (answer.status !== 200 || !pattern.test(text)) throw new Error(`${url}: ${answer.status} ${text.slice(0, 200)}`)
}
