import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '#test/listening.ts'

import { metered } from '../meter/meter.ts'
import { timeOf } from '../meter/process-tree.ts'
import type { Counts } from './counters.ts'

const root = join(import.meta.dirname, '../..')

/** A server of the product in a process of its own. */
export type Product = {
  url: string
  pid: number
  /** Processor time of it and what it started, so far, in ms. */
  cpuMs(): number
  counters(): Promise<Counts>
  /** Sends a message over its channel, and returns the answer if one is expected. */
  tell(message: object): void
  ask(message: object): Promise<unknown>
  /** Ends it as a signal does. */
  stop(): Promise<void>
}

/** What the environment of `masthead start` says where a row does not. */
export type Place = {
  dataDir: string
  databaseUrl?: string | undefined
  env?: Readonly<Record<string, string>>
  /** A module that is loaded before it. Nothing is timed in such a process. */
  preload?: string
}

/**
 * Starts the product as a user does, `npm start` with NODE_ENV=production, its log in a file; waits for the first 200 of
 * `/readyz`. Rate limits are so high that none refuses, and count all the same.
 */
export async function startProduct({ dataDir, databaseUrl, env = {}, preload }: Place): Promise<Product> {
  const port = await freePort()
  const logFile = join(dataDir, '..', `${port}.log`)
  const log = openSync(logFile, 'w')
  const child = spawn(
    process.execPath,
    preload === undefined ? startArguments : ['--import', preload, ...fromSources(startArguments)],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        PORT: String(port),
        SHUTDOWN_DELAY: '0',
        CONTENT_RATE_PER_MINUTE: '1000000000',
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        ...env,
      },
      stdio: ['ignore', log, log, 'ipc'],
      // Dates and bytes stay what they are.
      serialization: 'advanced',
    },
  )
  closeSync(log)
  const url = `http://127.0.0.1:${port}`
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    if (hasEnded()) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  try {
    while (!(await isReady(url))) {
      if (hasEnded()) throw new Error(`The server ended:\n${readFileSync(logFile, 'utf8').slice(-3000)}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } catch (error) {
    await stop()
    throw error
  }
  const tell = (message: object) => {
    if (hasEnded()) throw new Error(`The server ended:\n${readFileSync(logFile, 'utf8').slice(-3000)}`)
    child.send(message)
  }
  const ask = async (message: object): Promise<unknown> => {
    tell(message)
    const [answer] = (await once(child, 'message')) as [unknown]
    return answer
  }
  return {
    url,
    pid: child.pid ?? 0,
    cpuMs: () => timeOf(child.pid ?? 0)?.ticks ?? NaN,
    counters: async () => ((await ask({ ask: 'counters' })) as { counters: Counts }).counters,
    tell,
    ask,
    stop,
  }
}

/** The script `start` of package.json, without `node`. */
const startArguments = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .slice(1)

/** The same on the sources: profiles name their files. */
const fromSources = (words: readonly string[]) =>
  words.flatMap((word) =>
    word === 'bin/program.js' ? ['--import', './bin/keep-stripped.js', 'src/main/cli.ts'] : [word],
  )

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    async (answer) => (await answer.arrayBuffer(), answer.status === 200),
    () => false,
  )
}

/** A server counts as quiet when it uses less than this part of a core, for as long as one look takes. */
const quiet = { part: 0.03, lookMs: 1000, looks: 3 }

/** Waits until the server has nothing left to do in the background, at most so long. Returns whether that was so in time. */
export async function untilQuiet({ pid }: Pick<Product, 'pid'>, longestMs: number): Promise<boolean> {
  const end = performance.now() + longestMs
  for (let still = 0; still < quiet.looks;) {
    if (performance.now() > end) return false
    const { cpu } = await metered({ pid }, () => new Promise((resolve) => setTimeout(resolve, quiet.lookMs)))
    still = cpu.node < quiet.lookMs * quiet.part ? still + 1 : 0
  }
  return true
}
