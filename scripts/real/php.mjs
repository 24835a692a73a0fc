// The PHP of this machine: a call of WordPress takes about 35 ms of a processor there, and about a second as WebAssembly.
import { spawnSync } from 'node:child_process'

import { root, runToEnd } from './service.mjs'

/** What WordPress needs of it, with SQLite as its database; `opcache` keeps what was compiled. */
const extensions = ['pdo_sqlite', 'gd', 'mbstring', 'dom', 'Zend OPcache']
const debian = 'php-cli php-sqlite3 php-gd php-mbstring php-xml'

/** Whether there is one. On a Debian on which this process may install packages there is one from then on. */
export function hasPhp() {
  if (isComplete()) return true
  try {
    runToEnd('bash', ['-c', `source .ci/apt.sh && apt_install ${debian}`], { cwd: root })
  } catch (error) {
    console.error(`WordPress runs on PHP as WebAssembly: ${error.message}`)
    return false
  }
  return isComplete()
}

function isComplete() {
  const missing = `array_filter(${JSON.stringify(extensions)}, fn($one) => !extension_loaded($one))`
  return spawnSync('php', ['-r', `exit(${missing} === [] ? 0 : 1);`]).status === 0
}
