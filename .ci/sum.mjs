// Adds up what .ci/run left in a folder: the reports of vitest and Playwright, and the checks, each of which counts as one.
// Prints what failed, a line per suite, how many seconds each took beside its goal, what failed in a line each, and finally the sum;
// fails when anything failed, a report is missing or nothing ran, but not because it took long:
// node .ci/sum.mjs <folder> <seconds in all>
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const [folder, seconds] = process.argv.slice(2)
/** Seconds on two cores that do nothing else (tests.md#how-long-they-take). */
const goals = { 'npm test': 480, 'in all': 1080 }
const suites = ['embedded/unit', 'embedded/browser', 'postgres/unit', 'postgres/browser']
// What ran again, because a process of the tests ended or because it failed beside others: the second result counts.
const again = ['embedded/unit-again', 'postgres/unit-again'].filter((name) => existsSync(reportOf(name)))

const sums = [...[...suites, ...again].map(sumOfSuite), ...checks()].map((one) => ({
  ...one,
  failed: one.faults.length,
}))
const total = (key) => sums.reduce((sum, one) => sum + one[key], 0)
const [passed, failed] = [total('passed'), total('failed')]

for (const { name, faults } of sums) for (const fault of faults) console.log(`\nFAILED in ${name}: ${fault}`)
for (const { name, flaky = [] } of sums) for (const fault of flaky) console.log(`\nFAILED ONCE in ${name}: ${fault}`)
console.log('')
for (const one of sums) console.log(`${one.name}: ${one.passed} passed, ${one.failed} failed, ${one.skipped} skipped`)
console.log('\nSeconds; suites are parts of their checks, and some checks ran side by side')
for (const one of [...sums, { name: 'in all', seconds: Number(seconds) }])
  if (one.seconds !== undefined) console.log(lineOf(one))
const dearest = dearestFiles()
if (dearest.length > 0) console.log('\nSeconds of processor time: the dearest test files')
for (const { file, seconds: spent } of dearest) console.log(`${spent.toFixed(1).padStart(8)}  ${file}`)
// Once more, at the end, where it is seen when an output is cut.
for (const { name, faults } of sums)
  for (const fault of faults) console.log(`\nFAILED in ${name}: ${fault.split('\n')[0]}`)
console.log('')
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function lineOf({ name, seconds: took }) {
  const goal = goals[name]
  const verdict = goal === undefined ? '' : `: ${took <= goal ? 'within' : 'beyond'} the goal of ${goal} s`
  return `${String(took).padStart(6)}  ${name}${verdict}`
}

/** Of the run on the embedded engine (tests.md#how-long-they-take). */
function dearestFiles() {
  const file = join(folder, 'reports/embedded/processor.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  const root = join(import.meta.dirname, '..')
  return lines
    .map((line) => JSON.parse(line))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 15)
    .map((one) => ({ ...one, file: relative(root, one.file) }))
}

function reportOf(name) {
  return join(folder, 'reports', `${name}.json`)
}

function sumOfSuite(name) {
  const file = reportOf(name)
  if (!existsSync(file)) return { name, passed: 0, skipped: 0, faults: ['it left no report'] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const { passed, skipped, faults, seconds, flaky } = report.stats
    ? ofPlaywright(report)
    : ofVitest(report, filesOf(`${name}-again`))
  // A suite without a single test is a fault too.
  return { name, passed, skipped, faults: passed + faults.length === 0 ? ['no test ran'] : faults, seconds, flaky }
}

function filesOf(name) {
  const file = reportOf(name)
  return new Set(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults.map((one) => one.name) : [])
}

// `again`: the files that have a second result.
function ofVitest({ startTime, testResults }, again) {
  const counted = testResults.filter(({ name }) => !again.has(name))
  const tests = counted.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = tests.filter(({ status }) => status === 'failed').length
  const faults = counted.flatMap(faultsOfFile)
  const flaky = testResults.filter(({ name }) => again.has(name)).flatMap(faultsOfFile)
  const endTime = Math.max(startTime, ...testResults.map((one) => one.endTime))
  const seconds = Math.round((endTime - startTime) / 1000)
  return { passed, skipped: tests.length - passed - failed, faults, flaky, seconds }
}

// A file that does not even load has no tests, and counts as one failure.
function faultsOfFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((one) => one.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [`${name}\n${message}`] : []
  return failed.map(({ fullName, failureMessages }) => [`${name}: ${fullName}`, ...failureMessages].join('\n'))
}

function ofPlaywright({ stats, errors, suites }) {
  const stories = (verdict) => suites.flatMap((suite) => faultsOfStories(suite, verdict))
  const faults = [...errors.map(({ message }) => message), ...stories('unexpected')]
  const seconds = Math.round(stats.duration / 1000)
  return { passed: stats.expected + stats.flaky, skipped: stats.skipped, faults, flaky: stories('flaky'), seconds }
}

function faultsOfStories({ suites = [], specs = [] }, verdict) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === verdict)
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message))
        return [`${file}: ${title}`, ...messages].join('\n')
      }),
  )
  return [...own, ...suites.flatMap((suite) => faultsOfStories(suite, verdict))]
}

function checks() {
  const file = join(folder, 'checks')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ name, status, seconds: took }) => ({
      name,
      seconds: took,
      passed: status === 0 ? 1 : 0,
      skipped: 0,
      faults: status === 0 ? [] : [`exit code ${status}\n${whatItSaid(name)}`],
    }))
}

// The lines that tell of a fault, each once with what follows it, and how the output ends; frames of libraries tell nothing.
function whatItSaid(name) {
  const lines = stripVTControlCharacters(readFileSync(join(folder, `${name}.log`), 'utf8'))
    .trimEnd()
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*❯.*\b(node_modules|node:)/.test(line))
  const near = new Set()
  for (const [i, line] of lines.entries())
    if (/\b(FAIL|Unhandled|Uncaught|\w*Error|error TS\d+|exited|timed out)\b|^\s*✘/.test(line))
      for (const follows of [0, 1, 2, 3, 4, 5]) near.add(i + follows)
  const telling = lines.filter((_, i) => near.has(i))
  return [...telling.slice(-40), '...', ...lines.slice(-10)].join('\n')
}
