// A WordPress from npm packages (PHP as WebAssembly, SQLite), installed in node_modules/.cache, with the companion plug-in of examples/.
import { cpSync, createWriteStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

import yauzl from 'yauzl'

import { freePort, installPackages, root, startService } from './service.mjs'

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

/** A fresh site. Returns what the tests need to know about it, and how it ends. */
export async function openWordpress() {
  if (!existsSync(archive)) installPackages(place, packages)
  await unpack()
  const preload = join(place, 'loopback.cjs')
  writeFileSync(preload, loopback)
  const port = await freePort()
  const args = ['wp-playground-cli', 'server', '--port', String(port), '--php', '8.2', '--workers', '1']
  args.push('--verbosity', 'quiet', '--wordpress-install-mode', 'install-from-existing-files-if-needed')
  args.push('--mount-dir-before-install', site, '/wordpress', '--define', 'WP_ENVIRONMENT_TYPE', 'local')
  const url = `http://127.0.0.1:${port}`
  const { answer, close } = await startService('npx', args, {
    cwd: place,
    env: { NODE_OPTIONS: `--require ${preload}` },
    url: `${url}/make-password.php`,
  })
  const { user, password } = await answer.json()
  return { env: { REAL_WP_URL: url, REAL_WP_USER: user, REAL_WP_PASSWORD: password }, close }
}

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
