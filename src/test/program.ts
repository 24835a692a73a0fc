import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')
const variable = 'TEST_PROGRAM'
const flagsVariable = 'TEST_PROGRAM_FLAGS'

/**
 * Leaves the engine of the database as V8 compiles it at first, and has the room for what is young that it would grow to while it loads
 * (tests.md#brief-processes-stay-unoptimized).
 */
const brief = '--liftoff-only --min-semi-space-size=16'

/** The arguments with which Node.js runs `masthead` as `npm start` does, without the settings of a `.env`. */
export const program: readonly string[] = programIn(root)

/** The same from a copy of this repository, which has its own sources; what is stripped of them is kept, as `npm start` does. */
export function programIn(folder: string): string[] {
  const bundle = resolve(folder) === root ? process.env[variable] : undefined
  const start = bundle ?? join(folder, 'src/main/cli.ts')
  const more = process.env[flagsVariable]?.split(' ') ?? []
  const keep = join(folder, bundle === undefined ? 'bin/keep-stripped.js' : 'bin/keep-compiled.js')
  return [...engineFlags(), ...more, '--import', keep, '--conditions=source', start]
}

/** From now on the processes of this run and of its workers start from this file (tests.md#processes-start-from-one-file). */
export function startFrom(bundle: string): void {
  process.env[variable] = bundle
}

/** From now on they are started to end after a few calls. */
export function startBriefly(): void {
  process.env[flagsVariable] = brief
}

function engineFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => /^--(max|v8)-/.test(word))
}
