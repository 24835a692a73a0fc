import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this release, of the package that lies at `root`. */
export function readVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
