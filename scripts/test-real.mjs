// Runs tests against real services on this machine: `npm run test:real`, or `-- wordpress documentation` for some of them. What npm
// has is installed in node_modules/.cache, apart from the project, the rest by the package manager of Debian.
import { spawnSync } from 'node:child_process'

import { openDocumentation } from './real/documentation.mjs'
import { openGhost } from './real/ghost.mjs'
import { openLab } from './real/lab.mjs'
import { root } from './real/service.mjs'
import { openWordpress } from './real/wordpress.mjs'

const services = { wordpress: openWordpress, ghost: openGhost, documentation: openDocumentation, lab: openLab }
const named = process.argv.slice(2).filter((argument) => argument in services)
const more = process.argv.slice(2).filter((argument) => !(argument in services))

const opened = []
try {
  for (const name of named.length === 0 ? Object.keys(services) : named) opened.push(await services[name]())
  const env = Object.assign({ ...process.env }, ...opened.map((service) => service.env))
  const args = ['vitest', 'run', '--config', 'vitest.real.config.ts', ...more]
  process.exitCode = spawnSync('npx', args, { cwd: root, env, stdio: 'inherit' }).status ?? 1
} finally {
  for (const { close } of opened) close()
}
