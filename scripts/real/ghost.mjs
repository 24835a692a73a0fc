// A Ghost from npm packages with SQLite, installed in node_modules/.cache. It runs on a Node.js of its own, because it ends on 24.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { arch } from 'node:os'
import { join } from 'node:path'

import { freePort, installPackages, root, runToEnd, startService } from './service.mjs'

const ghost = 'ghost-6.65.0'
const place = join(root, 'node_modules/.cache/real-ghost')
const nodePackage = `node-linux-${arch()}`
// Ghost pins its pnpm; the package of Node.js brings the headers that SQLite is compiled with.
const packages = { pnpm: '12.4.2', [nodePackage]: '22.23.3', 'node-gyp': '13.1.0' }
const node = join(place, `node_modules/${nodePackage}`)
const program = join(place, 'package')
const sqlite = join(program, 'node_modules/better-sqlite3')
const site = join(place, 'site')
const env = { PATH: `${join(node, 'bin')}:${process.env.PATH}` }

/** The key of an integration that every Ghost has. */
const keyQuery = `
  const file = process.argv.at(-1)
  const Database = require('better-sqlite3')
  const { id, secret } = new Database(file, { readonly: true })
    .prepare("select k.id, k.secret from api_keys k join integrations i on i.id = k.integration_id where i.slug = 'zapier' and k.type = 'admin'")
    .get()
  console.log(id + ':' + secret)
`

/** A fresh site. Returns what the tests need to know about it, and how it ends. */
export async function openGhost() {
  install()
  rmSync(site, { recursive: true, force: true })
  cpSync(join(program, 'content'), join(site, 'content'), { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const file = join(site, 'content/data/ghost.db')
  const { close } = await startService('node', ['index.js'], {
    cwd: program,
    env: { ...env, ...settingsOf({ url, port, file }) },
    url: `${url}/ghost/api/admin/site/`,
  })
  const key = execFileSync('node', ['-e', keyQuery, file], { cwd: program, env: { ...process.env, ...env } })
  return { env: { REAL_GHOST_URL: url, REAL_GHOST_KEY: key.toString().trim() }, close }
}

/** It sends no mail and asks nobody else anything. */
const settingsOf = ({ url, port, file }) => ({
  NODE_ENV: 'production',
  url,
  server__host: '127.0.0.1',
  server__port: String(port),
  database__client: 'better-sqlite3',
  database__connection__filename: file,
  database__useNullAsDefault: 'true',
  paths__contentPath: join(site, 'content'),
  mail__transport: 'SMTP',
  mail__from: 'tests@example.com',
  mail__options__host: '127.0.0.1',
  mail__options__port: '9',
  logging__level: 'error',
  logging__transports: '["stdout"]',
  privacy__useUpdateCheck: 'false',
  privacy__useGravatar: 'false',
  privacy__useRpcPing: 'false',
})

function install() {
  if (existsSync(join(sqlite, 'build/Release/better_sqlite3.node'))) return
  installPackages(place, packages)
  rmSync(program, { recursive: true, force: true })
  runToEnd('npm', ['pack', ghost.replace('-', '@'), '--silent'], { cwd: place })
  runToEnd('tar', ['xzf', `${ghost}.tgz`], { cwd: place })
  const pnpm = ['install', '--prod', '--frozen-lockfile', '--ignore-scripts', '--reporter=silent']
  runToEnd(join(place, 'node_modules/.bin/pnpm'), pnpm, { cwd: program, env })
  const gyp = join(place, 'node_modules/node-gyp/bin/node-gyp.js')
  // Headers that npm is configured with on this machine are those of another Node.js.
  runToEnd('node', [gyp, 'rebuild', '--release'], { cwd: sqlite, env: { ...env, npm_config_nodedir: node } })
}
