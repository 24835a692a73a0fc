import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

import { expect } from 'vitest'

import { program } from '#test/program.ts'

export type Ended = { code: number; stdout: string; stderr: string }

/** Runs a command of the real program to its end, with only this environment. */
export async function runCli(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const child = spawnCli(args, env)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, stdout, stderr }
}

/** What a start that cannot succeed says, as one line. */
export async function refusedStart(env: Record<string, string>): Promise<{ code: number; says: string }> {
  const { code, stderr } = await runCli(['start'], { PORT: '0', ...env })
  expect(stderr).not.toMatch(/^\s+at /m)
  return { code, says: stderr.trim() }
}

/** Every command that needs an installation is refused in a place without one. */
export async function expectNoInstallation(env: Record<string, string>, backup: string): Promise<void> {
  for (const command of ['audit verify', 'rotate-keys', 'upgrade', `backup ${backup}`, 'plan demo pro']) {
    const { code, stdout, stderr } = await runCli(command.split(' '), env)
    // Of an upgrade, 1 says that it is done, with warnings (operating.md#exit-codes).
    expect({ command, code, stdout }).toEqual({ command, code: command === 'upgrade' ? 2 : 1, stdout: '' })
    expect(stderr).toMatch(/^There is no Masthead database .+ create one with: masthead start\n$/)
  }
}

export type Running = { url: string; lines: readonly string[]; stop(...signals: NodeJS.Signals[]): Promise<number> }

const signs = { start: /^Masthead is listening on (\S+)/, work: /^(Working)\./ }

/** Starts the real server on a free port, or its work, and waits until it is ready. `stop` returns its exit code. */
export async function startCli(env: Record<string, string>, command: keyof typeof signs = 'start'): Promise<Running> {
  const child = spawnCli([command], { PORT: '0', ...env })
  const lines: string[] = []
  const ended = once(child, 'exit')
  const errors = text(child.stderr)
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    const url = signs[command].exec(line)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return {
      url,
      lines,
      async stop(...signals) {
        for (const signal of signals.length === 0 ? (['SIGINT'] as const) : signals) child.kill(signal)
        const [code] = await ended
        return code
      },
    }
  }
  throw new Error(`The server ended: ${await errors}`)
}

function spawnCli(args: readonly string[], env: Record<string, string>) {
  return spawn(process.execPath, [...program, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
