import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this release, from the package. */
export function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}
