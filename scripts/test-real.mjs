// Runs the connectors' tests against real services: `npm run test:real`. A WordPress from npm packages (PHP as WebAssembly, SQLite),
// installed beside the project in node_modules/.cache, with the companion plug-in of examples/, on this machine alone.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, createWriteStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

import yauzl from 'yauzl'

const root = join(import.meta.dirname, '..')
const place = join(root, 'node_modules/.cache/real-wordpress')
const packages = { '@wp-playground/cli': '3.1.56', '@wp-playground/wordpress-builds': '0.9.19' }
const archive = join(place, 'node_modules/@wp-playground/wordpress-builds/src/wordpress/wp-6.5.zip')
const site = join(place, 'wordpress')

/** Makes an application password, which only a signed-in user could do otherwise. */
const passwordPage = `<?php
require __DIR__ . '/wp-load.php';
list( $password ) = WP_Application_Passwords::create_new_application_password( 1, array( 'name' => 'tests' ) );
header( 'Content-Type: application/json' );
echo json_encode( array( 'user' => get_user_by( 'id', 1 )->user_login, 'password' => $password ) );
`

/** The command listens on every address of the machine; this preload keeps it on this one. */
const loopback = `const { Server } = require('node:net')
const listen = Server.prototype.listen
Server.prototype.listen = function (port, ...more) {
  return typeof port === 'number' && typeof more[0] !== 'string'
    ? listen.call(this, port, '127.0.0.1', ...more)
    : listen.call(this, port, ...more)
}
`

install()
await unpack()
const port = await freePort()
const server = start(port)
try {
  const { user, password } = await credential(port)
  const env = {
    ...process.env,
    REAL_WP_URL: `http://127.0.0.1:${port}`,
    REAL_WP_USER: user,
    REAL_WP_PASSWORD: password,
  }
  // A page of WebAssembly PHP takes about a second.
  const args = [
    'vitest',
    'run',
    'src/connectors',
    '-t',
    'a real WordPress',
    '--testTimeout=180000',
    '--hookTimeout=180000',
  ]
  process.exitCode = spawnSync('npx', args, { cwd: root, env, stdio: 'inherit' }).status ?? 1
} finally {
  process.kill(-server.pid)
}

function install() {
  if (existsSync(archive)) return
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: place,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('WordPress could not be installed')
}

/** A fresh site for each run. */
async function unpack() {
  rmSync(site, { recursive: true, force: true })
  const zip = await promisify(yauzl.open)(archive, { lazyEntries: true, autoClose: true })
  const open = promisify(zip.openReadStream.bind(zip))
  await new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry) => void extract(entry).then(() => zip.readEntry(), reject))
    zip.readEntry()
  })
  const plugins = join(site, 'wp-content/mu-plugins')
  mkdirSync(plugins, { recursive: true })
  cpSync(join(root, 'examples/wordpress-plugin/masthead-companion.php'), join(plugins, 'masthead-companion.php'))
  writeFileSync(join(site, 'make-password.php'), passwordPage)

  async function extract(entry) {
    const path = join(site, entry.fileName)
    if (entry.fileName.endsWith('/')) return mkdirSync(path, { recursive: true })
    mkdirSync(dirname(path), { recursive: true })
    await pipeline(await open(entry), createWriteStream(path))
  }
}

function start(port) {
  const preload = join(place, 'loopback.cjs')
  writeFileSync(preload, loopback)
  const args = ['wp-playground-cli', 'server', '--port', String(port), '--php', '8.2', '--workers', '1']
  args.push('--verbosity', 'quiet', '--wordpress-install-mode', 'install-from-existing-files-if-needed')
  args.push('--mount-dir-before-install', site, '/wordpress', '--define', 'WP_ENVIRONMENT_TYPE', 'local')
  const env = { ...process.env, NODE_OPTIONS: `--require ${preload}` }
  return spawn('npx', args, { cwd: place, env, stdio: 'inherit', detached: true })
}

/** Waits until the site answers, two minutes at most. */
async function credential(port) {
  for (let second = 0; second < 120; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const answer = await fetch(`http://127.0.0.1:${port}/make-password.php`).catch(() => undefined)
    if (answer?.ok) return answer.json()
  }
  throw new Error('WordPress did not start within two minutes')
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
