import { execFileSync } from 'node:child_process'
import { cpus, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'

import type { Result } from './result.ts'

const root = join(import.meta.dirname, '../..')

/** Where and on what a run takes place. */
export function runFacts(): Pick<
  Result,
  'schema' | 'startedAt' | 'commit' | 'dirty' | 'node' | 'platform' | 'cpuModel' | 'cpus' | 'memoryMb'
> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  return {
    schema: 1,
    startedAt: new Date().toISOString(),
    commit: git('rev-parse', '--short=12', 'HEAD'),
    dirty: git('status', '--porcelain') !== '',
    node: process.versions.node,
    platform: `${platform()} ${release()}`,
    cpuModel: cpus()[0]?.model ?? 'unknown',
    cpus: cpus().length,
    memoryMb: Math.round(totalmem() / 1024 / 1024),
  }
}
