// HTML pages that nobody here wrote, and a link checker to compare the site audit with: two packages of Debian.
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { root, runToEnd } from './service.mjs'

const place = join(root, 'node_modules/.cache/real-documentation')
const folder = join(place, 'usr/share/doc/git-doc')
const checker = '/usr/bin/linkchecker'

/** Installs the link checker, and unpacks the documentation of git apart: small images of Debian install none. */
export async function openDocumentation() {
  if (!existsSync(checker)) runToEnd('bash', ['-c', 'source .ci/apt.sh && apt_install linkchecker'], { cwd: root })
  if (!existsSync(folder)) unpack()
  return { env: { REAL_DOCUMENTATION: folder, REAL_LINKCHECKER: checker }, close() {} }
}

function unpack() {
  mkdirSync(place, { recursive: true })
  runToEnd('apt-get', ['download', '-q', 'git-doc'], { cwd: place })
  const [archive] = globSync('git-doc_*.deb', { cwd: place })
  runToEnd('dpkg-deb', ['-x', archive, '.'], { cwd: place })
}
