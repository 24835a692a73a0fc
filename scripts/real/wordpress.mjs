// A WordPress from npm packages with SQLite, installed in node_modules/.cache, with the companion plug-in of examples/. It runs on
// the PHP of this machine, or without one on PHP as WebAssembly.
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

import yauzl from 'yauzl'

import { hasPhp } from './php.mjs'
import { freePort, installPackages, root, startService } from './service.mjs'

const place = join(root, 'node_modules/.cache/real-wordpress')
const builds = { '@wp-playground/wordpress-builds': '0.9.19' }
const webAssembly = { '@wp-playground/cli': '3.1.56' }
const archives = join(place, 'node_modules/@wp-playground/wordpress-builds/src')
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
  const isOnPhp = hasPhp()
  const packages = isOnPhp ? builds : { ...builds, ...webAssembly }
  if (Object.keys(packages).some((name) => !existsSync(join(place, 'node_modules', name))))
    installPackages(place, packages)
  rmSync(site, { recursive: true, force: true })
  await unpack(join(archives, 'wordpress/wp-6.5.zip'), site)
  const plugins = join(site, 'wp-content/mu-plugins')
  mkdirSync(plugins, { recursive: true })
  cpSync(join(root, 'examples/wordpress-plugin/masthead-companion.php'), join(plugins, 'masthead-companion.php'))
  writeFileSync(join(site, 'make-password.php'), passwordPage)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { answer, close } = await (isOnPhp ? startOnPhp(url) : startAsWebAssembly(url, port))
  const { user, password } = await answer.json()
  return { env: { REAL_WP_URL: url, REAL_WP_USER: user, REAL_WP_PASSWORD: password }, close }
}

async function startOnPhp(url) {
  const content = join(site, 'wp-content')
  const plugin = join(content, 'plugins/sqlite-database-integration')
  await unpack(join(archives, 'sqlite-database-integration/sqlite-database-integration.zip'), join(content, 'plugins'))
  renameSync(`${plugin}-main`, plugin)
  cpSync(join(plugin, 'db.copy'), join(content, 'db.php'))
  const config = join(site, 'wp-config.php')
  writeFileSync(config, readFileSync(config, 'utf8').replace('<?php', `<?php ${settingsAt(url)}`))
  return startService('php', ['-d', 'opcache.enable_cli=1', '-S', new URL(url).host, '-t', site], {
    cwd: place,
    env: { PHP_CLI_SERVER_WORKERS: '2' },
    url: `${url}/make-password.php`,
  })
}

/** Application passwords without TLS need a local site. Nothing is asked of other servers, and no page starts another one. */
function settingsAt(url) {
  const values = { WP_HOME: url, WP_SITEURL: url, WP_ENVIRONMENT_TYPE: 'local' }
  const texts = Object.entries(values).map(([name, value]) => `define( '${name}', '${value}' );`)
  return [...texts, "define( 'DISABLE_WP_CRON', true );", "define( 'WP_HTTP_BLOCK_EXTERNAL', true );"].join(' ')
}

function startAsWebAssembly(url, port) {
  const preload = join(place, 'loopback.cjs')
  writeFileSync(preload, loopback)
  const args = ['wp-playground-cli', 'server', '--port', String(port), '--php', '8.2', '--workers', '1']
  args.push('--verbosity', 'quiet', '--wordpress-install-mode', 'install-from-existing-files-if-needed')
  args.push('--mount-dir-before-install', site, '/wordpress', '--define', 'WP_ENVIRONMENT_TYPE', 'local')
  return startService('npx', args, {
    cwd: place,
    env: { NODE_OPTIONS: `--require ${preload}` },
    url: `${url}/make-password.php`,
  })
}

async function unpack(archive, folder) {
  const zip = await promisify(yauzl.open)(archive, { lazyEntries: true, autoClose: true })
  const open = promisify(zip.openReadStream.bind(zip))
  await new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry) => void extract(entry).then(() => zip.readEntry(), reject))
    zip.readEntry()
  })

  async function extract(entry) {
    const path = join(folder, entry.fileName)
    if (entry.fileName.endsWith('/')) return mkdirSync(path, { recursive: true })
    mkdirSync(dirname(path), { recursive: true })
    await pipeline(await open(entry), createWriteStream(path))
  }
}
