import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { serverAddress } from '#platform/database/server-address.ts'

import { freePort } from './listening.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))

/** Whether the package pgbouncer is installed. */
export const hasPooler = program !== undefined

/** It refuses to run as root. */
const nobody = 65_534

export type Pooler = {
  /** The same database through the pooler. */ through(url: string): string
  stop(): Promise<void>
}

/**
 * A PgBouncer in transaction mode in front of the server of `url`, configured as docs/scaling.md says: it looks the logins up that
 * Masthead makes.
 */
export async function startPooler(url: string): Promise<Pooler> {
  const { host, port, user } = serverAddress(url)
  const password = decodeURIComponent(new URL(url).password) || 'any'
  const folder = await mkdtemp(join(tmpdir(), 'masthead-pooler-'))
  const own = await freePort()
  const settings = `[databases]
* = host=${host} port=${port} auth_user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
max_client_conn = 200
default_pool_size = 4
`
  await writeFile(join(folder, 'users.txt'), `"${user}" "${password}"\n`)
  await writeFile(join(folder, 'pgbouncer.ini'), settings)
  await chmod(folder, 0o755)
  const child = spawn(program ?? '', [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}),
  })
  await isUp(child)
  return {
    through: (direct) =>
      Object.assign(new URL(direct), {
        host: `127.0.0.1:${own}`,
        username: user,
        password: encodeURIComponent(password),
      }).href,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isUp(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const lines: string[] = []
  child.once('exit', () => reject(new Error(`PgBouncer ended:\n${lines.join('\n')}`)))
  if (child.stderr !== null)
    createInterface(child.stderr).on('line', (line) => {
      lines.push(line)
      if (line.includes('process up')) resolve()
    })
  await promise
}
