import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const program = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** The protocol revisions that are tested, from both eras. */
export const revisions = ['2026-07-28', '2025-11-25'] as const

export type Verdict = {
  /** 0 where exactly the expected failures occurred. */
  code: number
  output: string
  checks: readonly Check[]
}
export type Check = {
  scenario: string
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

/** Runs the official suite to its end, as its command does; `onLine` gets what it prints. */
export async function runConformance(args: readonly string[], onLine = (_line: string) => {}): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-conformance-'))
  try {
    const child = spawn(process.execPath, [program, ...args, '--output-dir', folder], {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines: string[] = []
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        lines.push(line)
        onLine(line)
      })
    const [code] = (await once(child, 'close')) as [number | null]
    return { code: code ?? 1, output: lines.join('\n'), checks: await checksIn(folder) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A file in this folder: the expected failures, each with its reason. */
export function expectedFailures(name: string): string[] {
  return ['--expected-failures', join(import.meta.dirname, `${name}.yaml`)]
}

/** How many checks passed. */
export function passedOf({ checks }: Verdict): number {
  return checks.filter(({ status }) => status === 'SUCCESS').length
}

// One folder per scenario, named after it and the time.
async function checksIn(folder: string): Promise<Check[]> {
  const lists = (await readdir(folder)).map(async (name) => {
    const scenario = name.replace(/^(?:server|authorization)-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1')
    const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as Omit<Check, 'scenario'>[]
    return checks.map((check) => ({ ...check, scenario }))
  })
  return (await Promise.all(lists)).flat()
}
