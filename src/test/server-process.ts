import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import { programIn } from './program.ts'

const root = join(import.meta.dirname, '../..')

export type ServerProcess = {
  url: string
  pid: number
  /** The lines it printed or logged so far. */
  lines: readonly string[]
  hasEnded(): boolean
  /** Null while it runs, and after a signal ended it. */
  exitCode(): number | null
  kill(): Promise<void>
  stop(): Promise<void>
}

/** `masthead start` in a process of its own, which reads this environment and nothing else. */
export function startProcess(env: Record<string, string>, folder = root): Promise<ServerProcess> {
  return startCommand('start', { env, folder, sign: /^Masthead is listening on (\S+)/ })
}

/** The same with `masthead work`, which has no address. */
export function startWorker(env: Record<string, string>): Promise<ServerProcess> {
  return startCommand('work', { env, folder: root, sign: /^(Working)\./ })
}

type Start = { env: Record<string, string>; folder: string; sign: RegExp }

async function startCommand(command: string, { env, folder, sign }: Start): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...programIn(folder), command], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      const said = sign.exec(line)?.[1]
      if (said !== undefined) resolve(said)
    })
  child.once('exit', (code) => reject(new Error(`masthead ${command} ended with ${code}:\n${lines.join('\n')}`)))
  const said = await ready
  return {
    url: said,
    pid: child.pid ?? 0,
    lines,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    exitCode: () => child.exitCode,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

/** A command of `masthead`, to its end. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  folder = root,
): Promise<{ code: number | null; output: string }> {
  return outcomeOf(spawn(process.execPath, [...programIn(folder), ...args], { cwd: folder, env }))
}

/** The same, killed as soon as something is so; `isTime` is asked over and over, with what the command has said until then. */
export async function killCommand(
  args: readonly string[],
  env: Record<string, string>,
  isTime: (output: string) => boolean | Promise<boolean>,
) {
  const child = spawn(process.execPath, [...programIn(root), ...args], { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const outcome = outcomeOf(child)
  while (child.exitCode === null && child.signalCode === null) {
    if (await isTime(output)) child.kill('SIGKILL')
    await sleep(2)
  }
  return outcome
}

async function outcomeOf(child: ChildProcessWithoutNullStreams): Promise<{ code: number | null; output: string }> {
  child.stdin.end()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
