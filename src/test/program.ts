import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')
const flagsVariable = 'TEST_PROGRAM_FLAGS'

/**
 * Leaves the engine of the database as V8 compiles it at first, and has the room for what is young that it would grow to while it loads
 * (tests.md#brief-processes-stay-unoptimized).
 */
const brief = '--liftoff-only --min-semi-space-size=16'

/** The arguments with which Node.js runs `masthead` as `npm start` does, without the settings of a `.env`. */
export const program: readonly string[] = programIn(root)

/** The same from a copy of this repository, which has its own sources. */
export function programIn(folder: string): string[] {
  const more = process.env[flagsVariable]?.split(' ') ?? []
  const keep = resolve(folder) === root ? ['--import', join(root, 'bin/keep-compiled.js')] : []
  return [...engineFlags(), ...more, ...keep, '--conditions=source', join(folder, 'bin/program.js')]
}

/** From now on processes start from a bundle, which is made where the sources have changed (tests.md#processes-start-from-a-bundle). */
export function bundleProgram(): void {
  execFileSync(process.execPath, [join(root, 'scripts/build-server.mjs')], { stdio: 'inherit' })
}

/** From now on they are started to end after a few calls. */
export function startBriefly(): void {
  process.env[flagsVariable] = brief
}

function engineFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => /^--(max|v8)-/.test(word))
}
