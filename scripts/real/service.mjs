// What the real services of `npm run test:real` have in common.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Runs a command to its end. What it prints is shown only if it fails. Throws if it fails. */
export function runToEnd(command, args, { cwd, env = {} }) {
  const options = { cwd, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 2 ** 28 }
  const { status, error, stdout, stderr } = spawnSync(command, args, options)
  if (status === 0) return
  process.stderr.write(`${stdout}${stderr}`)
  throw new Error(`${command} ${args[0]} failed in ${cwd}`, { cause: error })
}

/** Installs packages of exact versions into a folder of their own, without their scripts. */
export function installPackages(place, packages) {
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  runToEnd('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: place })
}

/**
 * Starts a server, with everything it starts itself, and waits until this address answers, three minutes at most. What it prints is
 * in `service.log` of its folder. Returns the answer, and how all of it ends.
 */
export async function startService(command, args, { cwd, env, url }) {
  const log = openSync(join(cwd, 'service.log'), 'w')
  const options = { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log], detached: true }
  const server = spawn(command, args, options)
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null
  const close = () => hasEnded() || process.kill(-server.pid)
  for (let second = 0; second < 180 && !hasEnded(); second++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return { answer, close }
  }
  close()
  throw new Error(`${command} ${args[0]} did not start: see service.log in ${cwd}`)
}

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
