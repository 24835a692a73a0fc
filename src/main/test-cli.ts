import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

export type Ended = { code: number; stdout: string; stderr: string }

const cli = join(import.meta.dirname, 'cli.ts')

/** Runs a command of the real program to its end, with this environment and nothing of the tests' own. */
export async function runCli(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const child = spawnCli(args, env)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, stdout, stderr }
}

/** Starts the real server on a free port and waits until it listens. `stop` answers its exit code. */
export async function startCli(env: Record<string, string>): Promise<{ url: string; stop(): Promise<number> }> {
  const child = spawnCli(['start'], { PORT: '0', ...env })
  const ended = once(child, 'exit')
  const errors = text(child.stderr)
  for await (const line of createInterface(child.stdout)) {
    const url = /^Masthead is listening on (\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return {
      url,
      async stop() {
        child.kill('SIGINT')
        const [code] = await ended
        return code
      },
    }
  }
  throw new Error(`The server ended: ${await errors}`)
}

function spawnCli(args: readonly string[], env: Record<string, string>) {
  return spawn(process.execPath, ['--conditions=source', cli, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
