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
  const { url, folder, port, ask, start, end, stop } = await startOwnServer()
  const [replicaPort, copy] = [await freePort(), join(folder, 'replica')]
  const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  await ask('pg_basebackup', ...from, '-D', copy, '-R', '-c', 'fast', '--no-sync')
  await start(copy, replicaPort)
  return {
    primary: url,
    replica: `postgres://postgres@127.0.0.1:${replicaPort}/postgres`,
    stopReplica: () => end(copy),
    async stop() {
      await end(copy)
      await stop()
    },
  }
}

/** A PostgreSQL server of its own, and what further ones are made with. `stop` also removes its folder; `give` hands a folder to its account. */
export async function startOwnServer() {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-replica-'))
  const owner = ownerOf(folder)
  const [port, data] = [await freePort(), join(folder, 'primary')]
  const ask = (program: string, ...args: string[]) => run(join(programs ?? '', program), args, { cwd: '/', ...owner })
  const start = async (directory: string, at: number) => {
    const options = `-p ${at} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`
    await ask('pg_ctl', '-D', directory, '-l', `${directory}.log`, '-w', '-o', options, 'start')
  }
  const end = async (directory: string) => {
    await ask('pg_ctl', '-D', directory, '-m', 'immediate', '-w', 'stop').catch(() => undefined)
  }
  await ask('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  await start(data, port)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder,
    data,
    port,
    ask,
    start,
    end,
    give: (directory: string) => void ownerOf(directory),
    async stop() {
      await end(data)
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
