import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Section, sumBy, tenth, total } from './figures.ts'

/** What vitest's JSON reporter writes, as far as it is read here. Times are in ms. */
type VitestReport = {
  startTime: number
  testResults: { name: string; startTime: number; endTime: number; assertionResults: { duration?: number | null }[] }[]
}

/** The same for Playwright. */
type PlaywrightReport = { stats: { duration: number }; suites: Suite[] }
type Suite = { file: string; suites?: Suite[]; specs?: { tests: { results: { duration: number }[] }[] }[] }

/** A test file and how long its tests took, in ms. */
type Timed = { file: string; tests: number; took: number }

/** How long the tests took, in seconds, by the reports that TEST_REPORTS left in a folder or below it. */
export function timeFigures(folder: string): Section[] {
  const reports = globSync('**/{unit,browser}.json', { cwd: folder }).toSorted()
  if (reports.length === 0) throw new Error(`There is no unit.json or browser.json in ${folder} or below it.`)
  return reports.map((report) => {
    const read = JSON.parse(readFileSync(join(folder, report), 'utf8')) as VitestReport | PlaywrightReport
    const { wall, files } = 'stats' in read ? ofPlaywright(read) : ofVitest(read)
    const slowest = files.toSorted((a, b) => b.took - a.took).slice(0, 10)
    const rooms = sumBy(
      files,
      ({ file }) => roomOf(file),
      ({ took }) => took,
    )
    return {
      title: `seconds of ${report.replace('.json', '')}`,
      numbers: {
        'from begin to end': tenth(wall / 1000),
        'in tests': tenth(total(files.map(({ took }) => took)) / 1000),
        tests: total(files.map(({ tests }) => tests)),
        files: files.length,
        ...Object.fromEntries(Object.entries(rooms).map(([room, took]) => [`in ${room}`, tenth(took / 1000)])),
      },
      details: slowest.map(({ file, took }) => `${tenth(took / 1000)} s: ${file}`),
    }
  })
}

function ofVitest({ startTime, testResults }: VitestReport): { wall: number; files: Timed[] } {
  const end = Math.max(startTime, ...testResults.map(({ endTime }) => endTime))
  const files = testResults.map(({ name, assertionResults }) => ({
    file: name.replace(/^.*\/src\//, ''),
    tests: assertionResults.length,
    took: total(assertionResults.map(({ duration }) => duration ?? 0)),
  }))
  return { wall: end - startTime, files }
}

function ofPlaywright({ stats, suites }: PlaywrightReport): { wall: number; files: Timed[] } {
  const files = suites.map((suite) => {
    const durations = durationsOf(suite)
    return { file: suite.file, tests: durations.length, took: total(durations) }
  })
  return { wall: stats.duration, files }
}

function durationsOf({ suites = [], specs = [] }: Suite): number[] {
  const own = specs.flatMap(({ tests }) => tests.map(({ results }) => total(results.map(({ duration }) => duration))))
  return [...own, ...suites.flatMap(durationsOf)]
}

const roomOf = (file: string): string => /^(?:areas|faces|test)\/[^/.]+(?=\/)|^[^/]+/.exec(file)?.[0] ?? file
