import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { freePort } from './listening.ts'

const run = promisify(execFile)
const programs = programFolder()

/** Whether the programs of a PostgreSQL server are installed. */
export const canReplicate = programs !== undefined

export type Replicated = { primary: string; replica: string; stopReplica(): Promise<void>; stop(): Promise<void> }

/** A PostgreSQL server of its own and a streaming replica of it. */
export async function startReplicated(): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-replica-'))
  const owner = ownerOf(folder)
  const [port, replicaPort] = [await freePort(), await freePort()]
  const [data, copy] = [join(folder, 'primary'), join(folder, 'replica')]
  const ask = (program: string, ...args: string[]) => run(join(programs ?? '', program), args, { cwd: '/', ...owner })
  const start = (directory: string, at: number) =>
    ask(
      'pg_ctl',
      '-D',
      directory,
      '-l',
      `${directory}.log`,
      '-w',
      '-o',
      `-p ${at} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`,
      'start',
    )
  const stop = (directory: string) =>
    ask('pg_ctl', '-D', directory, '-m', 'immediate', '-w', 'stop').catch(() => undefined)

  await ask('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  await start(data, port)
  await ask(
    'pg_basebackup',
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-U',
    'postgres',
    '-D',
    copy,
    '-R',
    '-c',
    'fast',
    '--no-sync',
  )
  await start(copy, replicaPort)
  return {
    primary: `postgres://postgres@127.0.0.1:${port}/postgres`,
    replica: `postgres://postgres@127.0.0.1:${replicaPort}/postgres`,
    stopReplica: async () => void (await stop(copy)),
    async stop() {
      await stop(copy)
      await stop(data)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The server refuses to run as root. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  chownSync(folder, uid, gid)
  return { uid, gid }
}

function programFolder(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  const versions = readdirSync(root).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(root, version, 'bin')).find((path) => existsSync(join(path, 'initdb')))
}
