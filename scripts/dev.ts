// The server and the web application for development (operating.md#development-behind-vite): Vite answers on PORT and passes the
// interfaces on to a server behind it, which restarts when its source changes. Node's own watch mode ends threads, and with them
// the database.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer as createListener } from 'node:net'
import { join } from 'node:path'

import { createServer } from 'vite'

const root = join(import.meta.dirname, '..')
const port = Number(process.env['PORT'] ?? 3000)
const behind = await freePort()
const rooms = ['areas', 'catalog', 'faces', 'kernel', 'main', 'platform', 'std']
/** The time in ms within which writes of an editor count as one change. */
const pause = 200

// Below /app there are also the modules of src/web/app, which have an extension.
const interfaces = ['^/(v1|v2|mcp|oauth|media|healthz|readyz|\\.well-known)(/|$|\\?)', '^/app/[^.]*$']
const target = `http://127.0.0.1:${behind}`
const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: Object.fromEntries(interfaces.map((path) => [path, { target }])),
  },
})
await vite.listen()

let server: ChildProcess = startServer()
let timer: NodeJS.Timeout | undefined
let restarted = Promise.resolve()
for (const room of rooms) {
  watch(join(root, 'src', room), { recursive: true }, (_event, name) => {
    if (name?.endsWith('.test.ts')) return
    clearTimeout(timer)
    timer = setTimeout(() => (restarted = restarted.then(restart)), pause)
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopServer().then(() => process.exit(0)))
}

function startServer(): ChildProcess {
  return spawn(
    process.execPath,
    ['--import', './bin/keep-stripped.js', '--conditions=source', 'src/main/cli.ts', 'start'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(behind), BASE_URL: `http://127.0.0.1:${port}` },
    },
  )
}

async function restart(): Promise<void> {
  await stopServer()
  server = startServer()
}

async function stopServer(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createListener()
    listener.on('error', reject).listen(0, '127.0.0.1', () => {
      const address = listener.address()
      listener.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
