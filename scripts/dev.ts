// The server and the web application for whoever works on them: Vite answers on PORT and hands the interfaces on to a server
// behind it, which starts anew when its source changes.
import { spawn } from 'node:child_process'
import { createServer as createListener } from 'node:net'
import { join } from 'node:path'

import { createServer } from 'vite'

const root = join(import.meta.dirname, '..')
const port = Number(process.env['PORT'] ?? 3000)
const url = `http://127.0.0.1:${port}`
const behind = await freePort()

// Below /app are also the modules of src/web/app, which have an extension.
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

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', '--conditions=source', join(root, 'src/main/cli.ts'), 'start'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, HOST: '127.0.0.1', PORT: String(behind), BASE_URL: url } },
)
server.on('exit', (code) => void vite.close().then(() => process.exit(code ?? 0)))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createListener()
    listener.on('error', reject).listen(0, '127.0.0.1', () => {
      const address = listener.address()
      listener.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
