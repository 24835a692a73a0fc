// Runs the tests on this machine: `node scripts/test.mjs [unit|browser]`, both by default; `--on-database` limits both to what a
// database server can change, `changed [ref]` those that what differs from a commit can break. TEST_REPORTS names a folder for
// reports as JSON (unit.json, browser.json).
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { browserPath } from './browser.mjs'

/** Test files that may fail in one run and are asked a second time. */
const fewFiles = 10
const suites = { unit: testUnit, browser: testBrowser, changed: testChanged }
const [wanted, ...more] = process.argv.slice(2)
const names = wanted === undefined ? ['unit', 'browser'] : [wanted]

// All of them, even after a failure: one run shows everything that is broken.
for (const name of names) {
  if ((await suites[name](more)) !== 0) process.exitCode = 1
}

function testUnit(args) {
  const status = run('vitest', ['run', ...withListed('unit', args)])
  const unfinished = status === 0 ? undefined : takeUnfinished()
  if (unfinished === undefined) return status
  const { files, causes, failed } = unfinished
  if (files.length > 0)
    console.log(`\nA PROCESS OF THE TESTS ENDED: ${causes.join('; ')}. ${files.length} files have no result.\n`)
  // Where somebody works on the tests, a failure is shown at once; more than a few are no chance.
  const second = process.env.CI && failed.length <= fewFiles ? failed : []
  if (files.length + second.length === 0) return status
  console.log(`\nAgain, and alone:\n${[...files, ...second].join('\n')}\n`)
  const again = run('vitest', ['run', '--maxWorkers=1', ...files, ...second], { TEST_REPORT: 'unit-again' })
  return second.length < failed.length ? status : again
}

/** What the run left without a result because one of its processes ended, and what failed (tests.md#a-process-that-ends). */
function takeUnfinished() {
  const file = join(import.meta.dirname, '../node_modules/.cache/unfinished-tests.json')
  if (!existsSync(file)) return undefined
  const unfinished = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  return unfinished
}

function withListed(suite, args) {
  if (!args.includes('--on-database')) return args
  return [...listTests('on-database')[suite], ...args.filter((one) => one !== '--on-database')]
}

async function testChanged(args) {
  const { files, unit, browser, bundle } = listTests('changed', ...args)
  console.log(`${files.length} files differ: ${unit.length} test files and ${browser.length} browser specs can notice.`)
  const ran = unit.length === 0 ? 0 : testUnit(unit)
  if (browser.length === 0) return ran
  if (bundle) run('npm', ['run', '-s', 'build:web'])
  return (await testBrowser(browser)) || ran
}

function listTests(...args) {
  const script = join(import.meta.dirname, 'list-tests.ts')
  return JSON.parse(execFileSync(process.execPath, ['--conditions=source', script, ...args], { encoding: 'utf8' }))
}

async function testBrowser(args) {
  if (!existsSync(join(import.meta.dirname, '../dist/web/index.html'))) run('npm', ['run', '-s', 'build:web'])
  // Unpacked once here: otherwise several workers would unpack it at the same time.
  if ((await browserPath()) ?? (await playwrightsOwn()))
    return run('playwright', ['test', ...withListed('browser', args)], { NODE_OPTIONS: '--conditions=source' })
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
