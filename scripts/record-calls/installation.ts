import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export type Running = { url: string; stop(): Promise<void> }

export type Installation = {
  /** Runs a command of `masthead` to its end and answers what it printed. Refused while the server runs on another one's data. */
  command(...args: string[]): Promise<string>
  start(settings?: Record<string, string>): Promise<Running>
  /** Stops the server that still runs, too, after a call that failed. */
  remove(): Promise<void>
}

const run = promisify(execFile)

/** A fresh installation of a checkout on the embedded database, in a folder of its own. It reads no settings but these. */
export async function newInstallation(root: string, settings: Record<string, string>): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-recording-'))
  const env = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, DB_FSYNC: 'off', SHUTDOWN_DELAY: '0', ...settings }
  const program = ['--import', join(root, 'bin/keep-stripped.js'), '--conditions=source', join(root, 'src/main/cli.ts')]

  let stopLast = () => Promise.resolve()

  return {
    async command(...args) {
      return (await run(process.execPath, [...program, ...args], { cwd: root, env })).stdout
    },
    async start(more = {}) {
      const child = spawn(process.execPath, [...program, 'start'], {
        cwd: root,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const lines: string[] = []
      const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
      for (const stream of [child.stdout, child.stderr])
        createInterface(stream).on('line', (line) => {
          lines.push(line)
          const url = /^Masthead is listening on (\S+)/.exec(line)?.[1]
          if (url !== undefined) resolve(url)
        })
      const ended = once(child, 'exit')
      void ended.then(([code]) => reject(new Error(`masthead start ended with ${code}:\n${lines.join('\n')}`)))
      const stop = async () => {
        child.kill('SIGTERM')
        await ended
      }
      stopLast = stop
      return { url: await ready, stop }
    },
    async remove() {
      await stopLast()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
