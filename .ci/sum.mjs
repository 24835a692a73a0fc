// Adds up what .ci/run left in a folder: the reports of vitest and Playwright, and the checks, each of which counts as one.
// Prints a line per suite and the sum last; fails when anything failed, a report is missing or nothing ran.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder] = process.argv.slice(2)
const suites = ['embedded/unit', 'embedded/browser', 'postgres/unit', 'postgres/browser']

const sums = [...suites.map(sumOfSuite), ...checks()]
const total = (key) => sums.reduce((sum, one) => sum + one[key], 0)
const [passed, failed] = [total('passed'), total('failed')]

console.log('')
for (const one of sums) console.log(`${one.name}: ${one.passed} passed, ${one.failed} failed, ${one.skipped} skipped`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function sumOfSuite(name) {
  const file = join(folder, 'reports', `${name}.json`)
  if (!existsSync(file)) return { name: `${name} (no report)`, passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const sum = report.stats ? ofPlaywright(report) : ofVitest(report)
  // A suite without a single test is a fault too.
  return { name, ...sum, failed: sum.failed + (sum.passed + sum.failed === 0 ? 1 : 0) }
}

// A file that does not even load has no tests, and counts as one failure.
function ofVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length, skipped: numPendingTests + numTodoTests }
}

// A test that only passed when it was repeated has failed once.
function ofPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}

function checks() {
  const file = join(folder, 'checks')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ name, status }) => ({ name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }))
}
