// Lighthouse and its browser in node_modules/.cache, as an operator installs them beside the product.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { installLine } from '../../src/kernel/browser.ts'
import { root, runToEnd } from './service.mjs'

const place = join(root, 'node_modules/.cache/real-lab')

/** Returns where the test with the real Lighthouse finds it. */
export async function openLab() {
  if (!existsSync(join(place, 'node_modules/lighthouse'))) install()
  return { env: { REAL_LAB_FOLDER: place }, close() {} }
}

function install() {
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true }))
  const [command, ...args] = installLine.split(' ')
  runToEnd(command, [...args, '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: place })
}
