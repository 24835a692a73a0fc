// Runs the tests on this machine: `node scripts/test.mjs [unit|browser]`, both by default. TEST_REPORTS names a folder for reports
// as JSON (unit.json, browser.json).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { browserPath } from './browser.mjs'

const suites = { unit: () => run('vitest', ['run', ...more]), browser: testBrowser }
const [wanted, ...more] = process.argv.slice(2)
const names = wanted === undefined ? Object.keys(suites) : [wanted]

// All of them, even after a failure: one run shows everything that is broken.
for (const name of names) {
  if ((await suites[name]()) !== 0) process.exitCode = 1
}

async function testBrowser() {
  if (!existsSync(join(import.meta.dirname, '../dist/web/index.html'))) run('npm', ['run', '-s', 'build:web'])
  // Unpacked once here: otherwise several workers would unpack it at the same time.
  if ((await browserPath()) ?? (await playwrightsOwn()))
    return run('playwright', ['test', ...more], { NODE_OPTIONS: '--conditions=source' })
  console.error(
    '\nNO BROWSER: the browser tests did not run. Set CHROME_PATH, or run npx playwright install chromium.\n',
  )
  return process.env.CI ? 1 : 0
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}

function run(command, args, variables = {}) {
  const env = { ...process.env, ...variables }
  const { status } = spawnSync(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
  return status ?? 1
}
